"use client";

import { clsx } from "clsx";
import { type MouseEvent, useId } from "react";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { screens as copy } from "../messages-screens";
import { cells, type Fault, type Typed } from "../rules-entries";
import type { SheetRowView } from "../schema";
import { EntryMenu } from "./entry-menu";
import type { Entries } from "./use-entries";

const cell = "border-line px-1.5 py-1 align-top xl:group-not-last:border-b max-xl:block max-xl:p-0";
const field =
  "block min-h-7.5 w-full min-w-0 resize-none wrap-anywhere rounded-sm border border-line-strong bg-surface px-2 py-1 text-sm field-sizing-content hover:border-ink-soft focus-visible:outline-offset-1 aria-invalid:border-danger aria-invalid:bg-danger-soft disabled:border-transparent disabled:bg-transparent max-xl:min-h-11 max-xl:py-2";

const tones = { none: "neutral", issued: "success", changed: "warning", withdrawn: "danger" } as const;

type EntryRowProps = {
  setId: string;
  row: SheetRowView;
  entries: Entries;
  daysOpen: number | null;
  /** The rows belong to several sections. */
  hasSections: boolean;
  mayMake: boolean;
  onIssue: (row: SheetRowView) => void;
  onWithdraw: (row: SheetRowView) => void;
};

/** A student: the inputs for the card, the marks, and the state of the card. */
export function EntryRow({ setId, row, entries, daysOpen, hasSections, mayMake, onIssue, onWithdraw }: EntryRowProps) {
  const { studentId, name, section, rollNo, standing, unprintable, missing } = row;
  const entry = entries.rows.get(studentId);
  const id = useId();
  if (!entry) return null;
  const { typed, mine, refused } = entry;
  const { columns } = copy;

  const input = (key: keyof Typed, label: string, more: { disabled?: boolean; placeholder?: string } = {}) => {
    const fault = entries.faultOf(entry, key);
    const faultId = `${id}-${key}`;
    return (
      <>
        <span aria-hidden className="hidden pb-0.5 text-ink-soft text-xs max-xl:block">
          {label}
        </span>
        <textarea
          rows={1}
          data-field={key}
          autoComplete="off"
          aria-label={copy.fieldOf(label, name)}
          aria-invalid={fault ? true : undefined}
          aria-describedby={fault ? faultId : undefined}
          {...(key === "days" && { inputMode: "numeric" as const })}
          {...more}
          readOnly={entries.phase === "closed"}
          value={typed[key]}
          onChange={({ target }) => entries.type(studentId, key, target.value)}
          className={clsx(field, key === "days" && "xl:text-end")}
        />
        {fault && (
          <p id={faultId} className="pt-0.5 font-medium text-danger text-xs">
            <span role="alert">{inWords(fault)}</span>
            {/* It changes with each keystroke: an alert would speak over the typing. */}
            {typeof fault !== "string" && "typed" in fault && copy.typed[fault.kind](fault.typed)}
          </p>
        )}
      </>
    );
  };

  return (
    <tr
      data-student={studentId}
      className="group relative max-xl:grid max-xl:grid-cols-1 max-xl:gap-x-4 max-xl:gap-y-2 max-xl:border-line max-xl:px-3.25 max-xl:py-3 max-xl:not-last:border-b md:max-xl:grid-cols-2"
    >
      <td className={clsx(cell, "figures w-12 ps-3.25 pt-2 text-end text-ink-soft max-xl:hidden")}>{rollNo}</td>
      <th
        scope="row"
        className={clsx(cell, "min-w-36 pt-2 text-start font-semibold max-xl:col-span-full max-xl:pe-10")}
      >
        <span className="wrap-anywhere">{name}</span>
        {hasSections && section && <span className="font-normal text-ink-soft"> {section}</span>}
        <span className="figures block font-normal text-ink-soft text-xs xl:hidden">
          {rollNo && `${columns.roll} ${rollNo}`}
        </span>
        {!row.isInClass && <span className="block font-normal text-ink-soft text-xs">{copy.notInClass}</span>}
        {unprintable !== "" && <span className="block font-normal text-danger text-xs">{copy.signs(unprintable)}</span>}
        {refused.row && (
          <span role="alert" className="block font-medium text-danger text-xs">
            {refused.row}
          </span>
        )}
      </th>
      <td className={clsx(cell, "xl:w-18 xl:min-w-18")}>
        {input("days", daysOpen === null ? columns.days : columns.daysOf(daysOpen))}
      </td>
      <td className={clsx(cell, "xl:w-1/4")}>{input("remarkTeacher", columns.remarkTeacher)}</td>
      <td className={clsx(cell, "xl:w-1/6")}>{input("remarkHead", columns.remarkHead, { disabled: !mayMake })}</td>
      <td className={clsx(cell, "xl:w-1/5")}>
        {input("lines", columns.lines, { placeholder: copy.linesHint })}
        {mine && <Conflict entries={entries} studentId={studentId} mine={mine} />}
      </td>
      <td className={clsx(cell, "figures whitespace-nowrap pt-2")}>
        <strong>{row.grade ?? copy.nothing}</strong> {row.percent}
        {missing > 0 && <span className="block text-warn text-xs">{copy.missing(missing)}</span>}
      </td>
      <td className={clsx(cell, "whitespace-nowrap pt-1.5")}>
        <Badge tone={tones[standing]}>{copy.standings[standing]}</Badge>
        {row.card && (
          <span className="figures block whitespace-nowrap pt-0.5 text-ink-soft text-xs">{row.card.number}</span>
        )}
      </td>
      <td className={clsx(cell, "w-10 pe-2 max-xl:absolute max-xl:end-2 max-xl:top-2")}>
        <EntryMenu
          setId={setId}
          row={row}
          isSettled={entries.isSettled(studentId)}
          mayMake={mayMake}
          onIssue={onIssue}
          onWithdraw={onWithdraw}
        />
      </td>
    </tr>
  );
}

function inWords(fault: Fault | string): string {
  if (typeof fault === "string") return fault;
  if (fault.kind === "badDays") return copy.badDays;
  return copy[fault.kind](fault.most);
}

function Conflict({ entries, studentId, mine }: { entries: Entries; studentId: string; mine: Partial<Typed> }) {
  function decide({ currentTarget }: MouseEvent<HTMLElement>, forMine: boolean) {
    // The buttons disappear with the conflict: its first field takes the focus.
    const cell = cells.find((one) => mine[one] !== undefined);
    currentTarget.closest("tr")?.querySelector<HTMLElement>(`[data-field="${cell}"]`)?.focus();
    entries.decide(studentId, forMine);
  }
  return (
    <div role="alert" className="mt-1 grid gap-1 rounded-sm bg-warn-soft px-2 py-1.5 text-xs">
      <p>{copy.theirs}</p>
      <p className="wrap-anywhere font-semibold">
        {cells
          .flatMap((cell) => {
            const text = mine[cell];
            return text === undefined ? [] : [`${copy.columns[cell]}: ${text || copy.nothing}`];
          })
          .join(" · ")}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" size="small" onClick={(event) => decide(event, true)}>
          {copy.takeMine}
        </Button>
        <Button variant="quiet" size="small" onClick={(event) => decide(event, false)}>
          {copy.keepTheirs}
        </Button>
      </div>
    </div>
  );
}
