import { clsx } from "clsx";
import { Link } from "@/components/ui/link";
import { copy } from "../messages";
import type { EventView } from "../schema";
import { EventIcon } from "./event-icon";
import { Minute } from "./minute";
import { cellStyle, rowStyle } from "./records-table";

const cell = clsx(cellStyle, "leading-snug md:h-10");

/** One event: at what time, what happened, who did it, and from where. On a phone, the time comes last. */
export function EventRow({ event }: { event: EventView }) {
  const { words, icon, alarming, facts, href, actor, actorRole, at, address } = event;
  const [subject, ...details] = facts;
  return (
    <tr className={clsx(rowStyle, "max-md:items-baseline")}>
      <td className={clsx(cell, "whitespace-nowrap text-ink-soft max-md:order-last max-md:text-xs")}>
        <Minute at={at} />
      </td>
      <td className={clsx(cell, "max-md:w-full")}>
        <div className="flex items-center gap-2.5">
          <EventIcon icon={icon} alarming={alarming} />
          <p className="wrap-anywhere min-w-0">
            <span className="font-semibold">{words}</span>
            {subject !== undefined && (
              <span className="text-ink-soft max-md:block">
                <span className="max-md:hidden"> · </span>
                {href === null ? (
                  subject
                ) : (
                  <Link href={href} className="link rounded-sm">
                    {subject}
                  </Link>
                )}
                {details.map((detail) => `, ${detail}`)}
              </span>
            )}
          </p>
        </div>
      </td>
      <td className={clsx(cell, "wrap-anywhere max-md:grow max-md:basis-0 max-md:ps-9.5 max-md:text-xs")}>
        {actor}
        {actorRole === "user" && <span className="text-ink-soft"> · {copy.userSide}</span>}
        {address && (
          <span title={copy.networkAddress} className="figures block text-ink-soft text-xs">
            {address}
          </span>
        )}
      </td>
    </tr>
  );
}
