import { clsx } from "clsx";
import { icons } from "@/components/ui/icons";
import type { EventView } from "../schema";

const iconOf = new Map(Object.entries(icons));

/** The icon of an action, for quick scanning; refusals stand out. */
export function EventIcon({ icon, alarming }: Pick<EventView, "icon" | "alarming">) {
  const Icon = iconOf.get(icon) ?? icons.Activity;
  const tone = alarming ? "bg-danger-soft text-danger" : "bg-sunken text-ink-soft";
  return (
    <span aria-hidden className={clsx("grid size-7 shrink-0 place-items-center rounded-sm [&_svg]:size-4", tone)}>
      <Icon />
    </span>
  );
}
