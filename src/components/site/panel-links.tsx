import type { ReactNode } from "react";
import { NavLink } from "./nav-link";

/** One entry of a side panel or sidebar. */
export type PanelLink = {
  href: string;
  label: string;
  /** A lucide icon. */
  icon: ReactNode;
  /** What is new there, at the end of the line. */
  mark?: ReactNode;
};

type PanelLinksProps = { label: string; links: readonly PanelLink[]; onChoose?: () => void };

/** The links of an area, the same in its sidebar and in its side panel. */
export function PanelLinks({ label, links, onChoose }: PanelLinksProps) {
  return (
    <nav aria-label={label}>
      <ul className="grid gap-1">
        {links.map((link) => (
          <li key={link.href}>
            <NavLink
              href={link.href}
              onClick={onChoose}
              className="flex min-h-12 items-center gap-3 rounded-md px-3.5 py-2 font-medium text-ink-soft transition-colors hover:bg-sunken hover:text-ink aria-[current=page]:bg-accent-soft aria-[current=page]:text-accent [&_svg]:size-5 [&_svg]:shrink-0"
            >
              {link.icon}
              {link.label}
              {link.mark}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
