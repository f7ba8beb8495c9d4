import type { ComponentType, ReactNode } from "react";
import { AreaShell } from "@/components/site/area-shell";
import { FreshAfterBack } from "@/components/site/fresh-after-back";
import { AdministersProvider } from "@/components/ui/administers";
import { MailModeProvider } from "@/components/ui/mail-mode";
import { createCaller } from "@/features";
import { LogoutButton } from "@/features/auth/components/logout-button";
import { SessionEnd } from "@/features/auth/components/session-end";
import { SessionGuard } from "@/features/auth/components/session-guard";
import { LazyChildSwitch } from "@/features/guardians/components/lazy-child-switch";
import { currentPrincipal, prefetch } from "@/http/page-session";
import { sendsMail, shownSite } from "@/http/site";
import { accountOf } from "@/lib/account-of";
import { isOn, may, type Right, rightsOf } from "@/lib/may";
import type { Role } from "@/lib/principal";
import { ApiProvider } from "@/trpc/provider";
import { InstituteClock } from "./institute-clock";
import { KnownFacts } from "./known-facts";
import { areas, openTo } from "./navigation/area-links";
import { PageOrSkeleton } from "./page-or-skeleton";
import { isUnproven } from "./prove-first";
import { ownChildren } from "./user/family";

type Caller = ReturnType<typeof createCaller>;

/** A link with a badge. */
type AreaMark = {
  href: string;
  /** Renders the badge, which does its own counting if no caller is given. */
  draw: (caller: Caller | undefined) => Promise<ReactNode>;
  /** Guardians see this badge beside each child instead of in the menu. */
  isOfChildren?: boolean;
};

/** The badge of a link, counted by the server's render. */
export function areaMark<Counted>(
  href: string,
  count: (caller: Caller) => Promise<Counted>,
  Mark: ComponentType<{ counted: Counted | undefined }>,
): AreaMark {
  return {
    href,
    draw: async (caller) => (
      <Mark key={href} counted={caller && (await prefetch(`badge of ${href}`, () => count(caller)))} />
    ),
  };
}

type AreaPage = { href: string; label: string };

type AreaProps = {
  of: Role;
  marks: readonly AreaMark[];
  Find?: ComponentType<{ pages: readonly AreaPage[]; rights: readonly Right[] }>;
  children: ReactNode;
};

export async function Area({ of: role, marks, Find, children: page }: AreaProps) {
  const principal = await currentPrincipal();
  const { facts } = await shownSite();
  const title = role === "admin" ? "Administration" : `My ${facts.name}`;
  const { groups: all } = areas[role];
  const open = openTo((right) => may(principal, right), all);
  const isOpen = (href: string) => open.some(({ links }) => links.some((link) => link.href === href));
  // The page redirects people of the other side.
  const caller = isOn(role, principal) ? createCaller({ principal }) : undefined;
  const isFamily = role === "user" && principal?.isGuardian === true;
  const [drawn, children] = await Promise.all([
    Promise.all(
      marks.map(({ href, draw, isOfChildren }) =>
        draw(isOpen(href) && !(isFamily && isOfChildren) ? caller : undefined),
      ),
    ),
    isFamily ? prefetch("children", ownChildren) : undefined,
  ]);
  const markOf = new Map(marks.map(({ href }, index) => [href, drawn[index]]));
  const groups = open.map((group) => ({
    ...group,
    links: group.links.map((link) => ({ ...link, mark: markOf.get(link.href) })),
  }));
  const bar = groups.flatMap(({ links }) => links.flatMap((link) => (link.bar ? [{ ...link, word: link.bar }] : [])));
  return (
    <ApiProvider>
      <SessionEnd />
      <AreaShell
        title={title}
        facts={facts}
        groups={groups}
        office={role === "admin"}
        top={
          Find && principal && may(principal, "teaching") ? (
            <Find
              pages={open.flatMap(({ links }) => links.map(({ href, label }) => ({ href, label })))}
              rights={rightsOf(principal)}
            />
          ) : (
            children &&
            children.length > 0 && (
              <LazyChildSwitch found={children} showsPlace={!(principal && isUnproven(principal))} />
            )
          )
        }
        bar={bar}
        footer={
          <div className="dense:flex dense:items-center">
            {principal && (
              <p
                className="truncate px-3.5 pt-1 pb-1.5 font-semibold text-sm dense:grow dense:px-2.5 dense:py-0"
                title={principal.name}
              >
                {principal.name}
              </p>
            )}
            <LogoutButton personId={principal?.userId} />
          </div>
        }
      >
        <FreshAfterBack />
        {principal && (
          <SessionGuard
            account={accountOf({ ...principal, _id: principal.userId, rights: rightsOf(principal) })}
            personId={principal.userId}
          />
        )}
        <InstituteClock>
          <KnownFacts>
            <AdministersProvider value={may(principal, "administrator")}>
              <MailModeProvider value={sendsMail()}>
                <PageOrSkeleton isTeacher={may(principal, "teaching") && !may(principal, "office")}>
                  {page}
                </PageOrSkeleton>
              </MailModeProvider>
            </AdministersProvider>
          </KnownFacts>
        </InstituteClock>
      </AreaShell>
    </ApiProvider>
  );
}
