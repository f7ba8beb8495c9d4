import { clsx } from "clsx";
import { Moment } from "@/components/ui/clock";
import { copy } from "../messages";
import type { EventView } from "../schema";
import { EventIcon } from "./event-icon";

const cell = "text-sm md:table-cell md:px-3 md:py-3.5 md:align-middle xl:px-4";

/** One event: what happened, who did it, when, and from where. */
export function EventRow({ event }: { event: EventView }) {
  const { words, icon, alarming, facts, actor, actorRole, at, address } = event;
  const role = actorRole && copy.roles[actorRole];
  return (
    <tr className="flex min-w-0 flex-wrap content-start gap-x-4 gap-y-1 rounded-lg border border-line bg-surface p-4 md:table-row md:rounded-none md:border-0 md:border-b md:bg-transparent">
      <td className={clsx("mb-1.5 block w-full md:w-auto", cell)}>
        <div className="flex items-center gap-3.5">
          <EventIcon icon={icon} alarming={alarming} />
          <div className="min-w-0">
            <p className="font-semibold text-base">{words}</p>
            {facts.length > 0 && <p className="wrap-anywhere text-ink-soft text-sm">{facts.join(", ")}</p>}
          </div>
        </div>
      </td>
      <td className={clsx("block", cell)}>
        <span className="wrap-anywhere font-medium">{actor}</span>
        {role && role !== actor && <span className="text-ink-soft md:block"> {role}</span>}
      </td>
      <td className={clsx("block whitespace-nowrap text-ink-soft", cell)}>
        <Moment at={at} />
      </td>
      <td className={clsx("figures text-ink-soft", address ? "block" : "hidden", cell)}>{address}</td>
    </tr>
  );
}
