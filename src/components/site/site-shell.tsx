import type { ReactNode } from "react";
import { MovesProvider } from "../ui/moves";
import { Footer } from "./footer";
import { Header } from "./header";

/** A public page between its head and its foot. */
export function SiteShell({ account, children }: { account: ReactNode; children: ReactNode }) {
  return (
    <MovesProvider>
      <div className="flex min-h-dvh flex-col">
        <Header account={account} />
        <main id="content" tabIndex={-1} className="grow">
          {children}
        </main>
        <Footer />
      </div>
    </MovesProvider>
  );
}
