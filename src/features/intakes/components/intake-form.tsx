"use client";

import { useState } from "react";
import { FormEnd } from "@/components/form/form-end";
import { useServerForm } from "@/components/form/use-server-form";
import { useRefresh } from "@/components/site/use-refresh";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { usePageRefresh } from "@/components/ui/page-refresh";
import { Section } from "@/components/ui/section";
import { toast } from "@/components/ui/toast";
import { useIsReadAgain } from "@/components/ui/use-is-read-again";
import { classes } from "@/lib/classes";
import { api } from "@/trpc/client";
import { codeOf } from "@/trpc/failure";
import { intakeScreens as copy } from "../messages";
import { rowsAfter } from "../rules";
import type { IntakesView, IntakeView } from "../schema";
import { columns, fieldOf, IntakeRow, rowStyle } from "./intake-row";

const parts = ["seats", "opensOn", "closesOn"] as const;
const fields = classes.flatMap((className) => parts.map((part) => fieldOf(part, className)));

type Given = Record<string, string>;

type Stored = Pick<IntakesView, "intakes" | "today">;

type Row = { [Part in (typeof parts)[number]]: IntakeView[Part] | null };

const textOf = (row: Row | undefined) => JSON.stringify(parts.map((part) => row?.[part] ?? null));

const textsOf = (intakes: readonly IntakeView[]) =>
  classes.map((className) => textOf(intakes.find((one) => one.className === className)));

/** The values that a row shows: the server refuses a change of values that the caller has not seen. */
const shownOf = (row: IntakeView | undefined) =>
  row ? { seats: row.seats, opensOn: row.opensOn, closesOn: row.closesOn } : null;

/** The rows, with their errors; a class without days has no intake. */
function rowsOf(given: Given) {
  const faults: Given = {};
  const rows = classes.map((className) => {
    const [seats = "", opensOn = "", closesOn = ""] = parts.map((part) =>
      (given[fieldOf(part, className)] ?? "").trim(),
    );
    if (opensOn === "" && closesOn === "") {
      if (seats !== "") faults[fieldOf("opensOn", className)] = copy.daysToo;
      return { className, seats: null, opensOn: null, closesOn: null };
    }
    if (opensOn === "" || closesOn === "") faults[fieldOf(opensOn ? "closesOn" : "opensOn", className)] = copy.bothDays;
    else if (closesOn < opensOn) faults[fieldOf("closesOn", className)] = copy.endsTooEarly;
    if (!/^\d{0,4}$/.test(seats)) faults[fieldOf("seats", className)] = copy.badSeats;
    return { className, seats: seats === "" ? null : Number(seats), opensOn, closesOn };
  });
  return { rows, faults };
}

/** The intake of a year, class by class. The rows that were changed are saved in one request. */
export function IntakeForm({ year, intakes, today }: Omit<IntakesView, "year"> & { year: string }) {
  const draw = usePageRefresh();
  const isReadAgain = useIsReadAgain();
  const refresh = useRefresh();
  const save = api.intakes.save.useMutation({
    onError(error) {
      if (codeOf(error) !== "CONFLICT") return void refresh();
      // A colleague changed a class. Show the stored values immediately, or a page from before could be taken for them.
      setTyped([]);
      draw();
    },
  });
  const [saved, setSaved] = useState<Stored>({ intakes, today });
  const of = (className: number) => saved.intakes.find((one) => one.className === className);
  const [rows, setRows] = useState(() => textsOf(intakes).map((stored) => ({ stored, turn: 0 })));
  /** The classes whose rows were edited, one entry for each input event. */
  const [typed, setTyped] = useState<readonly number[]>([]);
  const noteTyped = (className: number) => setTyped((before) => [...before, className]);
  /** The response to a save that is not shown yet, its classes, and the number of input events before it. */
  const [answered, setAnswered] = useState<{ answer: Stored; own: readonly number[]; before: number }>();
  const [seen, setSeen] = useState(intakes);
  // A kept row keeps its input, and the values on which the input was based, until a save is refused.
  function read(stored: Stored, kept: readonly number[], own: readonly number[] = []) {
    const isKept = ({ className }: IntakeView) => kept.includes(className) && !own.includes(className);
    const known = [...stored.intakes.filter((one) => !isKept(one)), ...saved.intakes.filter(isKept)];
    setSaved({ today: stored.today, intakes: known });
    const changed = own.map((className) => classes.indexOf(className));
    setRows((before) => rowsAfter(before, textsOf(known), changed));
  }
  if (answered) {
    const { answer, own, before } = answered;
    setAnswered(undefined);
    // Input during the save is not saved yet.
    setTyped(typed.slice(before));
    read(answer, typed.slice(before), own);
  } else if (intakes !== seen) {
    setSeen(intakes);
    if (!isReadAgain()) read({ intakes, today }, typed);
  }
  const { form, faults, failure, busy } = useServerForm<string, unknown>({
    fields,
    check: (given) => rowsOf(given).faults,
    async send(given) {
      const changed = rowsOf(given).rows.filter((row) => textOf(row) !== textOf(of(row.className)));
      const sent = changed.map((row) => ({ ...row, was: shownOf(of(row.className)) }));
      const answer = await save.mutateAsync({ year, intakes: sent });
      setAnswered({ answer, own: changed.map(({ className }) => className), before: typed.length });
    },
    onDone() {
      toast.success(copy.saved);
      draw();
    },
  });

  /** Copies the days above into all classes. */
  function useForAll() {
    const elements = form.ref.current?.elements;
    const input = (name: string) => elements?.namedItem(name) as HTMLInputElement | null;
    for (const part of ["opensOn", "closesOn"] as const)
      for (const className of classes) {
        const [from, to] = [input(part), input(fieldOf(part, className))];
        if (!from?.value || !to) continue;
        to.value = from.value;
        noteTyped(className);
      }
  }

  return (
    <form {...form} noValidate className="grid grid-cols-1 gap-6">
      <Section title={copy.allTitle}>
        <div className="grid max-w-text grid-cols-2 items-end gap-3 md:grid-cols-3">
          {(["opensOn", "closesOn"] as const).map((part) => (
            <Field key={part} label={copy[part]} optional>
              {(control) => <Input {...control} name={part} type="date" max="9999-12-31" autoComplete="off" />}
            </Field>
          ))}
          <div className="max-md:col-span-2">
            <Button variant="secondary" onClick={useForAll}>
              {copy.useForAll}
            </Button>
          </div>
        </div>
      </Section>
      <div className="rounded-md border border-line bg-surface">
        <div aria-hidden className={`${rowStyle} h-9 font-semibold text-xs max-md:hidden`}>
          {[copy.class, copy.seats, copy.opensOn, copy.closesOn, copy.taken, copy.state].map((head, index) => (
            <span key={head} className={columns[index]}>
              {head}
            </span>
          ))}
        </div>
        <ul aria-label={copy.title}>
          {classes.map((className, index) => (
            <IntakeRow
              // Values saved by others replace the input of the row; the person's own save leaves the row unchanged.
              key={`${className} ${rows[index]?.turn}`}
              className={className}
              intake={of(className)}
              today={saved.today}
              faults={faults}
              onTyped={() => noteTyped(className)}
            />
          ))}
        </ul>
      </div>
      <FormEnd failure={failure} failed={copy.failed} busy={busy} busyText={copy.saving}>
        {copy.save}
      </FormEnd>
    </form>
  );
}
