import { dateHere } from "@/content/institute";
import type { LeavesView } from "@/lib/fields";

/** On which days emails would be sent about something that ends with the day `until`. */
export function LeavesLine({ leaves, until = null }: { leaves: LeavesView; until?: string | null }) {
  if (!leaves) return null;
  const { today, tomorrow, later } = leaves;
  const parts = [
    ...(today > 0 ? [`${today} today`] : []),
    ...(tomorrow > 0 ? [`${tomorrow} tomorrow`] : []),
    ...(later > 0 ? [`${later} on the days after`] : []),
  ];
  const isCut = until !== null && (later > 0 || (tomorrow > 0 && until <= dateHere(new Date())));
  return (
    parts.length > 0 && (
      <p className="text-ink-soft text-sm">
        Emails leave: {parts.join(", ")}.{isCut && " Those that have not left when it ends are not sent."}
      </p>
    )
  );
}
