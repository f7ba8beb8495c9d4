"use client";

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
  "group flex min-h-12 items-center gap-3 rounded-md px-3.5 py-1.5 transition-colors hover:bg-sunken aria-[current]:bg-accent-soft aria-[current]:text-accent";

export type ChildSwitchProps = {
  found: ChildView[];
  /** False for a guardian who is neither confirmed nor vouched for, and may not see the class. */
  isKnown: boolean;
};

/** A switch between a guardian's children above the navigation, with the current one marked. */
export function ChildSwitch({ found, isKnown }: ChildSwitchProps) {
  const { data: children } = api.guardians.children.useQuery(undefined, {
    initialData: found,
    refetchOnWindowFocus: true,
  });
  const path = usePathname();
  const chosen = useSearchParams().get("child");
  const isHere = childPages.some((one) => one === path);
  return (
    <nav aria-label={copy.switcher} className="pb-3">
      <ul className="grid gap-1">
        {children.map((child) => (
          <li key={child._id}>
            <Choice
              child={child}
              place={isKnown && placeOf(child)}
              href={addressFrom(path, child._id)}
              isHere={isHere}
              chosen={chosen === child._id}
            />
          </li>
        ))}
      </ul>
    </nav>
  );
}

type ChoiceProps = { child: ChildView; place: string | false; href: string; isHere: boolean; chosen: boolean };

/** On a page about a child, only the parameter changes: cached data appear at once, without a page request. */
function Choice({ child, place, href, isHere, chosen }: ChoiceProps) {
  const navigate = useShallowNavigation();
  const props = {
    href,
    className: style,
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
