import { cardScreens as screens } from "../messages-cards";
import { gradeLineOf } from "../rules-table";

/** The free lines of a card: grades without marks under a heading of their own, then whatever else the office wrote. */
export function FreeLines({ lines, heading: Heading }: { lines: readonly string[]; heading: "h3" | "h4" }) {
  const grades = lines.flatMap((line) => gradeLineOf(line) ?? []);
  const others = lines.filter((line) => !gradeLineOf(line));
  return (
    <>
      {grades.length > 0 && (
        <div>
          <Heading className="font-semibold text-ink-soft text-sm">{screens.coScholastic}</Heading>
          <dl className="grid grid-cols-1 gap-x-10 text-sm sm:grid-cols-2">
            {grades.map(({ name, grade }) => (
              <div key={name} className="flex items-baseline justify-between gap-4 border-line border-b py-2.5">
                <dt className="wrap-anywhere min-w-0">{name}</dt>
                <dd className="figures font-semibold">{grade}</dd>
              </div>
            ))}
          </dl>
        </div>
      )}
      {others.length > 0 && (
        <ul className="grid grid-cols-1 gap-x-6 text-sm sm:grid-cols-2">
          {others.map((line) => (
            <li key={line} className="wrap-anywhere">
              {line}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
