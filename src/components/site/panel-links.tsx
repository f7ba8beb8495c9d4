import { clsx } from "clsx";
import { type ComponentProps, type ReactNode, useId } from "react";
import { KeepingLink } from "./keeping-link";
import { NavLink } from "./nav-link";

export type PanelLink = {
  href: string;
  label: string;
  icon: ReactNode;
  mark?: ReactNode;
  /** The query parameter that the link preserves. */
  keeps?: string;
  /** Its word in the bar at the bottom of a phone. */
  bar?: string | undefined;
};

/** Links that belong together; a group without a name has no head. */
export type PanelGroup = { name?: string | undefined; links: readonly PanelLink[] };

type PanelLinksProps = { label: string; groups: readonly PanelGroup[]; onChoose?: () => void };

export function PanelLinks({ label, groups, onChoose }: PanelLinksProps) {
  const id = useId();
  return (
    <nav aria-label={label} className="flex grow flex-col gap-2.5">
      {groups.map(({ name, links }) => (
        // The last group is at the bottom if it has no name.
        <div key={links[0]?.href} className={clsx(!name && "not-first:last:mt-auto")}>
          {name && (
            <p id={`${id}-${links[0]?.href}`} className="px-3.5 pt-1 pb-1 text-ink-soft text-xs dense:px-2.5">
              {name}
            </p>
          )}
          <ul aria-labelledby={name && `${id}-${links[0]?.href}`} className="grid gap-1 dense:gap-0">
            {links.map((link) => (
              <li key={link.href}>
                <PanelLinkTo
                  keeps={link.keeps}
                  href={link.href}
                  onClick={onChoose}
                  className="flex min-h-12 items-center gap-3 rounded-md px-3.5 py-2 font-medium text-ink-soft transition-colors hover:bg-sunken hover:text-ink aria-[current=page]:bg-accent-soft aria-[current=page]:text-accent office:min-h-11 office:aria-[current=page]:font-semibold dense:min-h-7.5 dense:gap-2.5 dense:px-2.5 dense:py-0.5 dense:text-sm [&_svg]:size-5 dense:[&_svg]:size-4 [&_svg]:shrink-0"
                >
                  {link.icon}
                  {link.label}
                  {link.mark}
                </PanelLinkTo>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

/** A link of an area that preserves the query parameter `keeps`. */
export function PanelLinkTo({ keeps, ...rest }: ComponentProps<typeof NavLink> & { keeps: string | undefined }) {
  return keeps === undefined ? <NavLink {...rest} /> : <KeepingLink {...rest} keeps={keeps} />;
}
