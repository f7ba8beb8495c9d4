import type { LeavesView } from "@/lib/fields";

/** On which days the emails would be sent. */
export function LeavesLine({ leaves }: { leaves: LeavesView }) {
  if (!leaves) return null;
  const { today, tomorrow, later } = leaves;
  const parts = [
    ...(today > 0 ? [`${today} today`] : []),
    ...(tomorrow > 0 ? [`${tomorrow} tomorrow`] : []),
    ...(later > 0 ? [`${later} on the days after`] : []),
  ];
  return parts.length > 0 && <p className="text-ink-soft text-sm">Emails leave: {parts.join(", ")}.</p>;
}
