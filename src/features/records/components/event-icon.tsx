import { clsx } from "clsx";
import { icons } from "@/components/ui/icons";
import type { EventView } from "../schema";

const iconOf = new Map(Object.entries(icons));

/** The icon of an action, for quick scanning; refusals stand out. */
export function EventIcon({ icon, alarming }: Pick<EventView, "icon" | "alarming">) {
  const Icon = iconOf.get(icon) ?? icons.Activity;
  const tone = alarming ? "bg-danger-soft text-danger" : "bg-sunken text-ink-soft";
  return (
    <span aria-hidden className={clsx("grid size-8 shrink-0 place-items-center rounded-md [&_svg]:size-4.5", tone)}>
      <Icon />
    </span>
  );
}
