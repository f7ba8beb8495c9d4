import { clsx } from "clsx";
import type { ReactNode } from "react";
import { copy } from "../messages";

export type Group = keyof typeof copy.groups;

type SettingsGroupProps = {
  group: Group;
  /** True for lists, which need the whole width. */
  wide?: boolean;
  children: ReactNode;
};

/** Cards under a heading. The group is not a region, because each card is one. */
export function SettingsGroup({ group, wide = false, children }: SettingsGroupProps) {
  return (
    <div id={group} className="grid scroll-mt-7 grid-cols-1 gap-3">
      <h2 className="text-lg">{copy.groups[group]}</h2>
      <div className={clsx("grid grid-cols-1 gap-4", wide || "lg:grid-cols-2")}>{children}</div>
    </div>
  );
}
