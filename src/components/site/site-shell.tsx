import type { ReactNode } from "react";
import { MovesProvider } from "../ui/moves";
import { Footer } from "./footer";
import { Header } from "./header";

type SiteShellProps = {
  account: ReactNode;
  /** The season that admission is open for. */
  season: string;
  children: ReactNode;
};

/** A public page between its head and its foot. */
export function SiteShell({ account, season, children }: SiteShellProps) {
  return (
    <MovesProvider>
      <div className="flex min-h-dvh flex-col">
        <Header account={account} season={season} />
        <main id="content" tabIndex={-1} className="grow">
          {children}
        </main>
        <Footer />
      </div>
    </MovesProvider>
  );
}
