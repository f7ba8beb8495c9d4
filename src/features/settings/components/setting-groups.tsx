import { clsx } from "clsx";
import type { ReactNode } from "react";
import { copy } from "../messages";

type Group = keyof typeof copy.groups;

const groups = Object.keys(copy.groups) as Group[];

/** Links to the groups. It stays in view: on a phone the page is many screens long. */
export function SettingsIndex() {
  return (
    <nav
      aria-label={copy.index}
      className="sticky top-0 z-10 mb-6 overflow-x-auto border-line border-b bg-paper print:hidden"
    >
      <ul className="flex gap-5">
        {groups.map((group) => (
          <li key={group} className="shrink-0">
            <a
              href={`#${group}`}
              className="flex min-h-11 items-center text-ink-soft text-sm transition-colors hover:text-ink hover:underline focus-visible:-outline-offset-3 dense:min-h-9"
            >
              {/* All of them fit on a phone without moving the line. */}
              <span className="sm:hidden">{copy.groupsShort[group]}</span>
              <span className="max-sm:hidden">{copy.groups[group]}</span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

type SettingsGroupProps = {
  group: Group;
  /** Lists, which need the whole width. */
  wide?: boolean;
  children: ReactNode;
};

/** Cards under a heading. No region of its own: each card is one. */
export function SettingsGroup({ group, wide = false, children }: SettingsGroupProps) {
  return (
    <div id={group} className="grid scroll-mt-7 grid-cols-1 gap-3">
      <h2 className="text-lg">{copy.groups[group]}</h2>
      <div className={clsx("grid grid-cols-1 gap-4", wide || "lg:grid-cols-2")}>{children}</div>
    </div>
  );
}
