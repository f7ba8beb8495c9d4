"use client";

import { MessageSquareText, Printer } from "lucide-react";
import { type KeyboardEvent, useState } from "react";
import { PageHeader } from "@/components/site/page-header";
import { Col } from "@/components/table/col";
import { tableStyle } from "@/components/table/table-style";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { EmptyState } from "@/components/ui/empty-state";
import { lazily } from "@/components/ui/lazily";
import { shownDate } from "@/lib/dates";
import { placeName } from "@/lib/place-name";
import { screens as copy } from "../messages-screens";
import { issueOf, namesOf } from "../rules-sheet";
import type { ExamChoiceView, SheetRowView, SheetView } from "../schema";
import { EntryRow } from "./entry-row";
import { RemoveSet } from "./remove-set";
import { SaveState, SaveTrouble } from "./save-state";
import { type Entries, useEntries } from "./use-entries";
import { useLatestSheet } from "./use-latest-sheet";

const EditSet = lazily(() => import("./edit-set").then((module) => module.EditSet));
const IssueDialog = lazily(() => import("./issue-dialog").then((module) => module.IssueDialog));
const PrintDialog = lazily(() => import("./print-dialog").then((module) => module.PrintDialog));
const WithdrawCard = lazily(() => import("./withdraw-card").then((module) => module.WithdrawCard));

type Asked = { what: "edit" | "issue" | "print" | "remove" } | { what: "issueOne" | "withdraw"; row: SheetRowView };

/** The cards of a class for a period: inputs, preview, and issued cards. */
export function SetSheet({ found }: { found: SheetView }) {
  const { set } = found;
  const latest = useLatestSheet(found);
  const { sheet } = latest;
  const entries = useEntries(found, latest);
  const [asked, setAsked] = useState<Asked>();
  const close = () => setAsked(undefined);
  // A server of the previous version names no later exams.
  const { rows, exams, later = [], mayMake } = sheet;
  const { daysOpen } = sheet.set;
  const { cards } = issueOf(rows);
  const hasCards = rows.some(({ card }) => card !== null);
  const gone = exams.filter(({ isReleased }) => !isReleased);
  const names = namesOf(exams).map(({ name }) => name);
  return (
    <>
      <PageHeader
        title={copy.setTitle(sheet.set.title, placeName(set.className, set.section))}
        beside={set.year.label}
        crumbs={[{ href: "/admin/report-cards", label: copy.title }]}
        action={
          mayMake && (
            <div className="flex flex-wrap items-center gap-2">
              <Button variant="secondary" onClick={() => setAsked({ what: "edit" })}>
                {copy.edit}
              </Button>
              {hasCards ? (
                <Button variant="secondary" onClick={() => setAsked({ what: "print" })}>
                  <Printer aria-hidden className="size-4.5" />
                  {copy.print}
                </Button>
              ) : (
                <Button variant="secondary" onClick={() => setAsked({ what: "remove" })}>
                  {copy.remove}
                </Button>
              )}
              <Button
                disabled={cards === 0 || entries.unsaved > 0 || entries.undecided > 0}
                onClick={() => setAsked({ what: "issue" })}
              >
                {cards === 0 && hasCards ? copy.upToDate : copy.issue(cards)}
              </Button>
            </div>
          )
        }
      />
      <div className="grid grid-cols-1 gap-3">
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 text-sm">
          <p className="min-w-0 text-ink-soft">
            {[copy.examsLine(names.join(", ")), daysOpen !== null && copy.daysLine(daysOpen)]
              .filter(Boolean)
              .join(" · ")}
          </p>
          <SaveState entries={entries} />
        </div>
        <SaveTrouble entries={entries} />
        {gone.length > 0 && <Callout>{copy.notReleased(namesIn(gone))}</Callout>}
        {later.length > 0 && <Callout>{copy.releasedLater(namesIn(later))}</Callout>}
        {daysOpen === null && rows.some(({ daysPresent }) => daysPresent !== null) && (
          <Callout>{copy.noDaysOpen}</Callout>
        )}
        {rows.length === 0 ? (
          <Nobody {...sheet} />
        ) : (
          <Rows
            sheet={sheet}
            entries={entries}
            onIssue={(row) => setAsked({ what: "issueOne", row })}
            onWithdraw={(row) => setAsked({ what: "withdraw", row })}
          />
        )}
      </div>
      {asked?.what === "edit" && <EditSet sheet={sheet} onClose={close} />}
      {(asked?.what === "issue" || asked?.what === "issueOne") && (
        <IssueDialog
          setId={set._id}
          rows={rows}
          daysOpen={daysOpen}
          ownFacts={sheet.ownFacts}
          verify={sheet.verify}
          only={asked.what === "issueOne" ? asked.row : undefined}
          onClose={close}
        />
      )}
      {asked?.what === "print" && <PrintDialog setId={set._id} onClose={close} />}
      {asked?.what === "withdraw" && asked.row.card && (
        <WithdrawCard cardId={asked.row.card._id} name={asked.row.name} onClose={close} />
      )}
      <RemoveSet sheet={sheet} isOpen={asked?.what === "remove"} onClose={close} />
    </>
  );
}

const namesIn = (exams: readonly ExamChoiceView[]) =>
  exams.map(({ subject, examName }) => `${subject}, ${examName}`).join("; ");

function Nobody({ emptyOn, mayMake }: SheetView) {
  const [title, hint] = !mayMake
    ? [copy.nobodyTaught, copy.nobodyTaughtHint]
    : emptyOn
      ? [copy.nobodyOn(shownDate(emptyOn)), copy.nobodyOnHint]
      : [copy.nobody, copy.nobodyHint];
  return <EmptyState icon={<MessageSquareText />} title={title} hint={hint} />;
}

type RowsProps = {
  sheet: SheetView;
  entries: Entries;
  onIssue: (row: SheetRowView) => void;
  onWithdraw: (row: SheetRowView) => void;
};

const head = "h-9 border-line border-b px-1.5 text-start font-semibold text-xs whitespace-nowrap";

function Rows({ sheet, entries, onIssue, onWithdraw }: RowsProps) {
  const { set, rows, mayMake } = sheet;
  const { columns } = copy;
  return (
    <table aria-label={copy.sheet} onKeyDown={moveBetweenRows} className={`${tableStyle} max-xl:block`}>
      <thead className="max-xl:sr-only">
        <tr>
          <Col className={`${head} ps-3.25 text-end`}>{columns.roll}</Col>
          <Col className={head}>{columns.name}</Col>
          <Col className={`${head} text-end`}>
            {set.daysOpen === null ? columns.days : columns.daysOf(set.daysOpen)}
          </Col>
          {[columns.remarkTeacher, columns.remarkHead, columns.lines, columns.result, columns.card].map((name) => (
            <Col key={name} className={head}>
              {name}
            </Col>
          ))}
          <Col className={head}>
            <span className="sr-only">More</span>
          </Col>
        </tr>
      </thead>
      <tbody className="max-xl:block">
        {rows.map((row) => (
          <EntryRow
            key={row.studentId}
            setId={set._id}
            row={row}
            entries={entries}
            daysOpen={set.daysOpen}
            hasSections={set.section === null}
            mayMake={mayMake}
            onIssue={onIssue}
            onWithdraw={onWithdraw}
          />
        ))}
      </tbody>
    </table>
  );
}

/** Enter moves to the same field of the next student, Shift+Enter to the previous one. */
function moveBetweenRows(event: KeyboardEvent<HTMLTableElement>) {
  const { target, key, shiftKey, nativeEvent } = event;
  if (key !== "Enter" || nativeEvent.isComposing || !(target instanceof HTMLTextAreaElement)) return;
  event.preventDefault();
  const all = [...event.currentTarget.querySelectorAll<HTMLTextAreaElement>(`[data-field="${target.dataset.field}"]`)];
  all[all.indexOf(target) + (shiftKey ? -1 : 1)]?.focus();
}
