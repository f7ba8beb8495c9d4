type PrintedPartProps = {
  shown: number;
  /** Absent if the number is unknown. */
  total?: number | string;
};

/** Says on paper, where "Show more" does not work, that a list is incomplete. */
export function PrintedPart({ shown, total }: PrintedPartProps) {
  return (
    <p className="figures hidden text-ink-soft text-sm print:block">
      {total === undefined ? `The first ${shown} are shown; there are more.` : `${shown} of ${total} shown`}
    </p>
  );
}
