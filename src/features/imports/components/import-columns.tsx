"use client";

import { type FormEvent, useRef } from "react";
import { ColumnMeaning, meaningsIn } from "@/components/form/column-meaning";
import { useSingleFlight } from "@/components/form/use-single-flight";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Moment } from "@/components/ui/clock";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { api } from "@/trpc/client";
import { messageOf } from "@/trpc/failure";
import { screens as copy, fieldsOffered } from "../messages-screens";
import type { ImportView } from "../schema";

type ImportColumnsProps = {
  view: ImportView;
  years: readonly { _id: string; label: string }[];
  currentId: string | null;
  onChecked: (view: ImportView) => Promise<void>;
};

const cell = "border-line px-3.25 py-1.5 text-start align-middle max-md:py-0.75 md:group-not-last:border-b";

/** What each column means: guessed, and changed by whoever knows better. */
export function ImportColumns({ view, years, currentId, onChecked }: ImportColumnsProps) {
  const form = useRef<HTMLFormElement>(null);
  const check = api.imports.check.useMutation({
    meta: { expected: ["BAD_REQUEST", "CONFLICT"] },
    onSuccess: onChecked,
  });
  const send = useSingleFlight(check);
  const { _id: id, heads, samples, columns, rows } = view;
  // Two columns may have one head.
  const nameOf = (index: number) =>
    heads[index] && heads.indexOf(heads[index]) === index ? heads[index] : copy.unnamed(index + 1, heads[index] ?? "");

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    if (!form.current) return;
    const data = new FormData(form.current);
    const text = (name: string) => String(data.get(name) ?? "");
    const year = text("year");
    send({
      id,
      columns: meaningsIn(data, columns.length, fieldsOffered),
      dayOrder: (["day", "month"] as const).find((order) => order === text("order")) ?? null,
      ...(year && { year }),
    });
  }

  return (
    <form ref={form} method="post" onSubmit={onSubmit} autoComplete="off" className="grid grid-cols-1 gap-4">
      {view.importedAt && (
        <Alert tone="info">
          {copy.imported} <Moment at={view.importedAt} />
        </Alert>
      )}
      {view.sheet && <p className="text-ink-soft text-sm">{copy.sheet(view.sheet, view.others)}</p>}
      <table
        aria-label={copy.titles.read}
        className="w-full rounded-md border border-line border-separate border-spacing-0 bg-surface text-sm"
      >
        <thead className="max-md:sr-only">
          <tr className="text-xs">
            <th scope="col" className="h-9 border-line border-b px-3.25 text-start">
              {copy.column}
            </th>
            <th scope="col" className="h-9 border-line border-b px-3.25 text-start max-md:hidden">
              {copy.sample}
            </th>
            <th scope="col" className="h-9 border-line border-b px-3.25 text-start">
              {copy.means}
            </th>
          </tr>
        </thead>
        <tbody>
          {columns.map((field, index) => (
            <tr
              key={nameOf(index)}
              className="group max-md:grid max-md:grid-cols-1 max-md:py-1.5 max-md:not-last:border-line max-md:not-last:border-b"
            >
              <th scope="row" className={`${cell} wrap-anywhere font-semibold md:w-1/4`}>
                {nameOf(index)}
                <span className="block truncate font-normal text-ink-soft text-xs md:hidden">
                  {samples[index]?.[0]}
                </span>
              </th>
              <td className={`${cell} wrap-anywhere text-ink-soft max-md:hidden`}>{samples[index]?.join(", ")}</td>
              <td className={`${cell} md:w-72`}>
                <ColumnMeaning index={index} head={nameOf(index)} field={field} offered={fieldsOffered} words={copy} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className="grid grid-cols-1 gap-4 sm:max-w-form">
        {view.asksOrder && (
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
              <Select {...control} name="year" defaultValue={view.year ?? currentId ?? ""}>
                {years.map(({ _id, label }) => (
                  <option key={_id} value={_id}>
                    {label}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        )}
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
