import { clsx } from "clsx";
import type { ReactNode } from "react";
import type { SiteFacts } from "@/lib/site-content";
import { PageRefreshProvider } from "../ui/page-refresh";
import { AreaMenu } from "./area-menu";
import { AreaNavigation } from "./area-navigation";
import { type BarLink, BottomBar } from "./bottom-bar";
import { HomeLink } from "./logo";
import { type PanelGroup, PanelLinks } from "./panel-links";
import { PanelScroller } from "./panel-scroller";

type AreaShellProps = {
  /** The title of the area: Administration, My Lyceum. */
  title: string;
  facts: Pick<SiteFacts, "name" | "logo">;
  groups: readonly PanelGroup[];
  /** True for the office: compact layout, full width. */
  office: boolean;
  /** Above the links: the children of a guardian. */
  top?: ReactNode;
  /** The most used links, for the bottom bar on a phone. */
  bar: readonly BarLink[];
  /** Below the links: Logout. */
  footer: ReactNode;
  children: ReactNode;
};

/** A logged-in area: a sidebar on wide screens, the same links in a side panel on narrow ones, and below the page without script. */
export function AreaShell({ title, facts, groups, office, top, bar, footer, children }: AreaShellProps) {
  return (
    <AreaNavigation>
      <PageRefreshProvider>
        <div data-office={office || undefined} className="min-h-dvh lg:flex menuless:flex menuless:flex-col">
          <header className="flex min-h-18 flex-wrap items-center gap-x-4 gap-y-1 border-line border-b px-gutter max-[20rem]:py-2 sm:px-8 lg:hidden office:min-h-14 office:bg-surface office:px-4 print:hidden menuless:[&>button]:hidden">
            <div className="flex max-w-full grow basis-0">
              <HomeLink of={facts} />
            </div>
            <a href="#menu" className="link hidden menuless:inline-flex menuless:min-h-11 menuless:items-center">
              Menu
            </a>
            <AreaMenu title={title} groups={groups} top={top} footer={footer} />
          </header>
          <aside
            id="menu"
            className="sticky top-0 hidden h-dvh w-61 shrink-0 flex-col border-line border-e bg-surface lg:flex print:hidden menuless:static menuless:order-last menuless:flex menuless:h-auto menuless:w-auto menuless:border-e-0 menuless:border-t menuless:pt-3 menuless:pb-20"
          >
            <div className="px-5 pt-6 pb-6 office:pt-2.5 office:pb-2 menuless:hidden">
              <HomeLink of={facts} />
            </div>
            {top && <div className="px-3 dense:px-2.5">{top}</div>}
            <PanelScroller>
              <PanelLinks label={title} groups={groups} />
            </PanelScroller>
            <div className="border-line border-t p-3 menuless:hidden dense:px-2.5 dense:py-1.5 [&_button]:justify-start [&_button]:px-3.5 dense:[&_button]:w-auto dense:[&_button]:shrink-0 dense:[&_button]:px-2.5 dense:[&_svg]:size-4">
              {footer}
            </div>
          </aside>
          <main
            id="content"
            tabIndex={-1}
            data-family={!office || undefined}
            className={clsx("min-w-0 flex-1 pb-16 print:pb-0", bar.length > 0 && "max-md:pb-28")}
          >
            {children}
          </main>
          {bar.length > 0 && <BottomBar links={bar} />}
        </div>
      </PageRefreshProvider>
    </AreaNavigation>
  );
}
