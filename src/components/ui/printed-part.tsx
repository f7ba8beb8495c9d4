type PrintedPartProps = {
  shown: number;
  /** How many there are; absent where nobody has counted them. */
  total?: number | string;
};

/** On paper alone, where no button shows the rest: that rows were left out. */
export function PrintedPart({ shown, total }: PrintedPartProps) {
  return (
    <p className="figures hidden text-ink-soft text-sm print:block">
      {total === undefined ? `The first ${shown} are shown; there are more.` : `${shown} of ${total} shown`}
    </p>
  );
}
