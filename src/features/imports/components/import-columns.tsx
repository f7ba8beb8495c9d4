"use client";

import { type FormEvent, useState } from "react";
import { ColumnsTable, meaningsIn } from "@/components/form/columns-table";
import { HiddenRows } from "@/components/form/hidden-rows";
import { useSingleFlight } from "@/components/form/use-single-flight";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Moment } from "@/components/ui/clock";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { api } from "@/trpc/client";
import { faultsOf, messageOf } from "@/trpc/failure";
import { screens as copy, fieldsOffered } from "../messages-screens";
import type { ImportView } from "../schema";

type ImportColumnsProps = {
  view: ImportView;
  years: readonly { _id: string; label: string }[];
  currentId: string | null;
  onChecked: (view: ImportView) => Promise<void>;
};

/** The meaning of each column: guessed, and editable. */
export function ImportColumns({ view, years, currentId, onChecked }: ImportColumnsProps) {
  const chosenYear = view.year ?? currentId ?? "";
  const [year, setYear] = useState(chosenYear);
  const check = api.imports.check.useMutation({ onSuccess: onChecked });
  const send = useSingleFlight(check);
  const { _id: id, heads, samples, columns, rows } = view;

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const text = (name: string) => String(data.get(name) ?? "");
    const fromDay = text("fromDay");
    send({
      id,
      columns: meaningsIn(data, columns.length, fieldsOffered),
      dayOrder: (["day", "month"] as const).find((order) => order === text("order")) ?? null,
      ...(year && { year }),
      ...(fromDay && { fromDay }),
    });
  }

  return (
    <form method="post" onSubmit={onSubmit} autoComplete="off" className="grid grid-cols-1 gap-4">
      {view.importedAt && (
        <Alert tone="info">
          {copy.imported} <Moment at={view.importedAt} />
        </Alert>
      )}
      {view.sheet && <p className="text-ink-soft text-sm">{copy.sheet(view.sheet, view.others)}</p>}
      <HiddenRows count={view.hidden} />
      <ColumnsTable {...{ heads, samples, columns }} label={copy.titles.read} offered={fieldsOffered} words={copy} />
      <div className="grid grid-cols-1 gap-4 sm:max-w-form">
        {asksOrder(view, check) && (
          <Field label={copy.order}>
            {(control) => (
              <Select {...control} name="order" defaultValue={view.dayOrder ?? ""}>
                <option value="" disabled>
                  …
                </option>
                <option value="day">{copy.orders.day}</option>
                <option value="month">{copy.orders.month}</option>
              </Select>
            )}
          </Field>
        )}
        {years.length > 1 && (
          <Field label={copy.year}>
            {(control) => (
              <Select {...control} name="year" value={year} onChange={(event) => setYear(event.target.value)}>
                {years.map(({ _id, label }) => (
                  <option key={_id} value={_id}>
                    {label}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        )}
        <Field label={copy.fromDay} hint={copy.fromDayHint} error={faultsOf(check.error).fromDay}>
          {(control) => (
            <Input
              {...control}
              key={year}
              name="fromDay"
              type="date"
              max="9999-12-31"
              autoComplete="off"
              defaultValue={year === chosenYear && view.fromDay ? view.fromDay : startOf(view, year)}
            />
          )}
        </Field>
      </div>
      {check.error && <Alert tone="error">{messageOf(check.error, copy.failedSave)}</Alert>}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button type="submit" busy={check.isPending} busyText={copy.checking}>
          {copy.checkRows(rows)}
        </Button>
        <p className="text-ink-soft text-sm">{copy.needed}</p>
      </div>
    </form>
  );
}

const startOf = ({ starts }: ImportView, id: string) => starts.find(({ year }) => year === id)?.day ?? "";

type Checked = { error: unknown; variables: { dayOrder?: string | null } | undefined };

/**
 * Whether to ask for the order of day and month. The date column may be chosen on this page, so only the check may find its
 * dates ambiguous. The question stays while the answer is being sent.
 */
export const asksOrder = (view: Pick<ImportView, "asksOrder">, { error, variables }: Checked): boolean =>
  view.asksOrder || Boolean(faultsOf(error).dayOrder ?? variables?.dayOrder);
