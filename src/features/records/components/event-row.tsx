import { clsx } from "clsx";
import { Moment } from "@/components/ui/clock";
import { copy } from "../messages";
import type { EventView } from "../schema";
import { EventIcon } from "./event-icon";

const cell = "text-sm md:table-cell md:px-3 md:py-2 md:align-middle xl:px-4";

/** One event: what happened, who did it, when, and from where. */
export function EventRow({ event }: { event: EventView }) {
  const { words, icon, alarming, facts, actor, actorRole, at, address } = event;
  const role = actorRole && copy.roles[actorRole];
  return (
    <tr className="flex min-w-0 flex-wrap content-start gap-x-4 gap-y-1 border-line border-b py-2.5 md:table-row">
      <td className={clsx("block w-full md:w-auto", cell)}>
        <div className="flex items-center gap-3">
          <EventIcon icon={icon} alarming={alarming} />
          <div className="min-w-0">
            <p className="font-semibold">{words}</p>
            {facts.length > 0 && <p className="wrap-anywhere text-ink-soft text-sm">{facts.join(", ")}</p>}
          </div>
        </div>
      </td>
      <td className={clsx("block", cell)}>
        <span className="wrap-anywhere font-medium">{actor}</span>
        {role && role !== actor && <span className="text-ink-soft"> · {role}</span>}
      </td>
      <td className={clsx("block whitespace-nowrap text-ink-soft", cell)}>
        <Moment at={at} />
      </td>
      <td className={clsx("figures text-ink-soft", address ? "block" : "hidden", cell)}>{address ?? copy.noAddress}</td>
    </tr>
  );
}
