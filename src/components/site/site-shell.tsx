import type { ReactNode } from "react";
import type { SiteFacts } from "@/lib/site-content";
import { NavigationProvider } from "../ui/navigation";
import { Footer } from "./footer";
import { Header } from "./header";

type SiteShellProps = {
  account: ReactNode;
  season: string | null;
  facts: SiteFacts;
  children: ReactNode;
};

/** A public page with header and footer. */
export function SiteShell({ account, season, facts, children }: SiteShellProps) {
  return (
    <NavigationProvider>
      <div className="flex min-h-dvh flex-col">
        <Header account={account} season={season} facts={facts} />
        <main id="content" tabIndex={-1} className="grow">
          {children}
        </main>
        <Footer facts={facts} />
      </div>
    </NavigationProvider>
  );
}
