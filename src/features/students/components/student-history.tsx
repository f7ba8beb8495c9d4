import { Moment } from "@/components/ui/clock";
import { personScreens as copy } from "../messages-person";
import type { StudentView } from "../schema";

/** The words of other rooms that stand in a student's history. */
export type HistoryWords = {
  mail: (kind: string) => string;
  state: (state: string) => string;
  change: (action: string) => string;
};

type StudentHistoryProps = { student: StudentView; words: HistoryWords };

const fieldWords: Record<string, string> = copy.changedFields;

/** What was mailed to the student, and what the office changed. */
export function StudentHistory({ student: { mails, changes }, words }: StudentHistoryProps) {
  return (
    <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
      <Happened id="mails" title={copy.mails} none={copy.noMailsYet}>
        {mails.map(({ kind, recipient, state, createdAt }) => ({
          at: createdAt,
          what: words.mail(kind),
          more: `${recipient}, ${words.state(state)}`,
        }))}
      </Happened>
      <Happened id="changes" title={copy.history} none={copy.noChanges}>
        {changes.map(({ action, at, by, fields }) => ({
          at,
          what: words.change(action),
          more: [fields.map((field) => fieldWords[field] ?? field).join(", "), by && copy.by(by)]
            .filter(Boolean)
            .join(", "),
        }))}
      </Happened>
    </div>
  );
}

type HappenedProps = {
  id: string;
  title: string;
  none: string;
  children: readonly { at: Date; what: string; more: string }[];
};

function Happened({ id, title, none, children }: HappenedProps) {
  return (
    <section aria-labelledby={id} className="grid grid-cols-1 gap-2">
      <h2 id={id} className="text-base">
        {title}
      </h2>
      {children.length === 0 ? (
        <p className="text-ink-soft text-sm">{none}</p>
      ) : (
        <ol className="grid grid-cols-1 divide-y divide-line rounded-md border border-line bg-surface text-sm">
          {children.map(({ at, what, more }) => (
            <li key={`${at.toISOString()} ${what} ${more}`} className="grid grid-cols-1 px-3.25 py-1.5">
              <span className="flex flex-wrap items-baseline justify-between gap-x-3">
                <span className="font-semibold">{what}</span>
                <span className="text-ink-soft text-xs">
                  <Moment at={at} />
                </span>
              </span>
              {more && <span className="wrap-anywhere text-ink-soft text-xs">{more}</span>}
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
