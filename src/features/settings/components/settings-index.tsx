"use client";

import { copy } from "../messages";
import type { Group } from "./setting-groups";
import { usePartInView } from "./use-part-in-view";

const groups = Object.keys(copy.groups) as Group[];

/** Links to the groups, with the current one marked. It stays in view, because the page is many screens long on a phone. */
export function SettingsIndex() {
  const [current, setCurrent] = usePartInView(groups);
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
              aria-current={group === current ? "location" : undefined}
              onClick={() => setCurrent(group)}
              className="flex min-h-11 items-center border-transparent border-b-3 pt-0.75 text-ink-soft text-sm transition-colors hover:text-ink hover:underline focus-visible:-outline-offset-3 aria-[current]:border-accent aria-[current]:text-ink dense:min-h-9"
            >
              {/* The short names fit on a phone without scrolling the line. */}
              <span className="sm:hidden">{copy.groupsShort[group]}</span>
              <span className="max-sm:hidden">{copy.groups[group]}</span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
