"use client";

import { clsx } from "clsx";
import NextLink from "next/link";
import { usePathname, useSearchParams } from "next/navigation";
import { LinkMark } from "@/components/site/link-mark";
import { Link } from "@/components/ui/link";
import { useShallowNavigation } from "@/components/ui/use-shallow-navigation";
import { api } from "@/trpc/client";
import { childScreens as copy } from "../messages-children";
import { addressFrom, childPages, placeOf } from "../rules";
import type { ChildView } from "../schema";
import { ChildArch } from "./child-arch";

const style =
  "group flex items-center rounded-md transition-colors hover:bg-sunken aria-[current]:bg-accent-soft aria-[current]:text-accent";
const styleInPanel = "min-h-12 gap-3 px-3.5 py-1.5";
const styleInRow =
  "h-full min-h-12 gap-2 border border-line bg-surface px-2.5 py-1 text-sm aria-[current]:border-accent";

export type ChildSwitchProps = {
  found: ChildView[];
  /**
   * Whether to show a child's class below the name: not in the row, and not for a guardian who is neither confirmed nor vouched for.
   */
  showsPlace: boolean;
  /** In a row on the page itself, used where the panel is closed. */
  isRow?: boolean;
};

/** A switch between a guardian's children, with the current one marked: above the navigation, or in a row on a phone. */
export function ChildSwitch({ found, showsPlace, isRow = false }: ChildSwitchProps) {
  const { data: children } = api.guardians.children.useQuery(undefined, {
    initialData: found,
    refetchOnWindowFocus: true,
  });
  const path = usePathname();
  const chosen = useSearchParams().get("child");
  const isHere = childPages.some((one) => one === path);
  return (
    <nav aria-label={copy.switcher} className={isRow ? "mb-6 lg:hidden print:hidden menuless:hidden" : "pb-3"}>
      <ul className={isRow ? "flex flex-wrap gap-2" : "grid gap-1"}>
        {children.map((child) => (
          <li key={child._id} className={isRow ? "min-w-36 flex-1" : undefined}>
            <Choice
              child={child}
              place={showsPlace && placeOf(child)}
              href={addressFrom(path, child._id)}
              isHere={isHere}
              chosen={chosen === child._id}
              isRow={isRow}
            />
          </li>
        ))}
      </ul>
    </nav>
  );
}

type ChoiceProps = {
  child: ChildView;
  place: string | false;
  href: string;
  isHere: boolean;
  chosen: boolean;
  isRow: boolean;
};

/** On a page about a child, only the parameter changes: cached data appear immediately, without a page request. */
function Choice({ child, place, href, isHere, chosen, isRow }: ChoiceProps) {
  const navigate = useShallowNavigation();
  const props = {
    href,
    className: clsx(style, isRow ? styleInRow : styleInPanel),
    "aria-current": chosen && isHere ? ("true" as const) : undefined,
    children: (
      <>
        <ChildArch name={child.name} />
        <span className="grid min-w-0 leading-snug">
          <span title={child.name} className="line-clamp-2 break-words font-semibold">
            {child.name}
          </span>
          {place && <span className="text-ink-soft text-sm">{place}</span>}
        </span>
        <LinkMark count={child.unread} text={copy.unread(child.unread)} />
      </>
    ),
  };
  return isHere ? <NextLink {...props} prefetch={false} onNavigate={changeAddress} /> : <Link {...props} />;

  function changeAddress(event: { preventDefault: () => void }) {
    event.preventDefault();
    navigate(href);
  }
}
