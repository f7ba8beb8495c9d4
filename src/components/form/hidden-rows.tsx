/** Says that hidden rows of a workbook are read like the others; renders nothing if there are none. */
export function HiddenRows({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <p className="text-sm">
      {count === 1
        ? "1 row is hidden in the file. It is read, too."
        : `${count.toLocaleString("en-IN")} rows are hidden in the file. They are read, too.`}
    </p>
  );
}
