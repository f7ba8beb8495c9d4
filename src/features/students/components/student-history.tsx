import type { ReactNode } from "react";
import { Moment } from "@/components/ui/clock";
import { Link } from "@/components/ui/link";
import { shownDate } from "@/lib/dates";
import { personScreens as copy } from "../messages-person";
import { mostShown } from "../rules-history";
import type { StudentView } from "../schema";

export type HistoryWords = {
  mail: (kind: string) => string;
  state: (state: string) => string;
  change: (action: string) => string;
};

type StudentHistoryProps = { student: Pick<StudentView, "mails" | "changes">; words: HistoryWords };

const fieldWords: Record<string, string> = copy.changedFields;
const wordOf = (field: string) => fieldWords[field] ?? field;

export function StudentHistory({ student: { mails, changes }, words }: StudentHistoryProps) {
  return (
    <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
      <Happened
        id="mails"
        title={copy.mails}
        none={copy.noMailsYet}
        atMost={
          <>
            {copy.latestMails(mostShown)}{" "}
            <Link href="/admin/mail" className="link">
              {copy.olderMails}
            </Link>
          </>
        }
      >
        {mails.map(({ kind, recipient, state, createdAt }) => ({
          at: createdAt,
          what: words.mail(kind),
          more: `${recipient}, ${words.state(state)}`,
        }))}
      </Happened>
      <Happened id="changes" title={copy.history} none={copy.noChanges} atMost={copy.latestChanges(mostShown)}>
        {changes.map(({ action, at, by, fields, values, reason }) => ({
          at,
          what: words.change(action),
          more: [values.length === 0 && fields.map(wordOf).join(", "), by && copy.by(by)].filter(Boolean).join(", "),
          values,
          reason,
        }))}
      </Happened>
    </div>
  );
}

const shownValue = (field: string, value: string) => (field === "bornOn" ? shownDate(value) : value);

type HappenedProps = {
  id: string;
  title: string;
  none: string;
  /** Shown below a full list, which may be incomplete. */
  atMost: ReactNode;
  children: readonly {
    at: Date;
    what: string;
    more: string;
    values?: StudentView["changes"][number]["values"];
    reason?: string | null;
  }[];
};

function Happened({ id, title, none, atMost, children }: HappenedProps) {
  return (
    <section aria-labelledby={id} className="grid grid-cols-1 gap-2">
      <h2 id={id} className="text-base">
        {title}
      </h2>
      {children.length === 0 ? (
        <p className="text-ink-soft text-sm">{none}</p>
      ) : (
        <ol className="grid grid-cols-1 divide-y divide-line rounded-md border border-line bg-surface text-sm">
          {children.map(({ at, what, more, values = [], reason }) => (
            <li key={`${at.toISOString()} ${what} ${more}`} className="grid grid-cols-1 px-3.25 py-1.5">
              <span className="flex flex-wrap items-baseline justify-between gap-x-3">
                <span className="font-semibold">{what}</span>
                <span className="text-ink-soft text-xs">
                  <Moment at={at} />
                </span>
              </span>
              {values.map(({ field, before, after }) => (
                <span key={field} className="wrap-anywhere">
                  <span className="text-ink-soft">{copy.changed(wordOf(field))}</span>{" "}
                  {before !== null && <del className="text-ink-soft">{shownValue(field, before)}</del>}
                  {before !== null && " "}
                  {after === null ? copy.removed : <ins className="no-underline">{shownValue(field, after)}</ins>}
                </span>
              ))}
              {reason && <span className="wrap-anywhere">{copy.because(reason)}</span>}
              {more && <span className="wrap-anywhere text-ink-soft text-xs">{more}</span>}
            </li>
          ))}
        </ol>
      )}
      {children.length >= mostShown && <p className="text-ink-soft text-sm">{atMost}</p>}
    </section>
  );
}
