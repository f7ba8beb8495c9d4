import { corrections as copy } from "../messages-corrections";
import { nameOf } from "../rules";
import type { WithdrawnResultView } from "../schema";
import { Withdrawal } from "./corrections";

/** Withdrawn results with reasons; renders nothing for none. */
export function WithdrawnResults({ results }: { results: readonly WithdrawnResultView[] }) {
  if (results.length === 0) return null;
  // Of a correction that was taken back, the earlier marks count and are printed.
  const left = results.filter(({ isCorrection }) => !isCorrection).length;
  return (
    <>
      {left > 0 && <p className="hidden text-ink-soft text-xs print:block">{copy.withdrawnNotPrinted(left)}</p>}
      <section className="grid grid-cols-1 gap-3 print:hidden">
        <h2 className="text-xl">
          {results.every(({ reason }) => reason === null) ? copy.takenBackTitle : copy.withdrawnTitle}
        </h2>
        <ul>
          {results.map((result) => (
            <li key={result._id} className="grid grid-cols-1 gap-1 border-line border-t py-4 last:border-b">
              <p className="line-clamp-3 break-words font-semibold">{nameOf(result)}</p>
              <Withdrawal {...result} at={result.withdrawnAt} />
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}
