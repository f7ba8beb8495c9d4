import { bulkScreens as copy } from "../messages-bulk";
import type { ChosenView } from "../schema-list";

type ManyFactsProps = {
  students: readonly ChosenView[];
  facts: readonly { count: number; say: (count: number) => string }[];
};

export function ManyFacts({ students, facts }: ManyFactsProps) {
  const names = students.slice(0, 3).map(({ name }) => name);
  return (
    <div className="grid grid-cols-1 gap-1 rounded-md bg-sunken p-3 text-sm">
      <p className="wrap-anywhere font-semibold">{copy.who(names.join(", "), students.length - names.length)}</p>
      <ul role="status" className="figures">
        {facts
          .filter(({ count }) => count > 0)
          .map(({ count, say }) => (
            <li key={say(0)}>{say(count)}</li>
          ))}
      </ul>
    </div>
  );
}
