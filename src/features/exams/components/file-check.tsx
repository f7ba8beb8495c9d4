"use client";

import { clsx } from "clsx";
import { Check, Columns3 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { RefusedRows } from "@/components/form/refused-rows";
import { RowTotals, rowInks } from "@/components/form/row-totals";
import { useSingleFlight } from "@/components/form/use-single-flight";
import { useAddress } from "@/components/table/address";
import { tableStyle } from "@/components/table/table-style";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { rowStates } from "@/lib/row-states";
import { api } from "@/trpc/client";
import { messageOf } from "@/trpc/failure";
import { fileScreens as copy } from "../messages-file";
import type { FileRowView, FileView } from "../schema-files";
import { WrittenBefore } from "./file-written";

type FileCheckProps = { view: FileView; onChanged: (view: FileView) => void; onColumns: () => void };

const box = "h-10 border-line px-2.25 py-0.5 first:ps-3.25 last:pe-3.25 group-not-last:border-b";

/** A preview of each row before anything is written; the button shows the count. */
export function FileCheck({ view, onChanged, onColumns }: FileCheckProps) {
  const { client, exams } = api.useUtils();
  const writing = api.exams.carryOutFile.useMutation({
    onSuccess: onChanged,
    // Shows the current rows; if they cannot be loaded, the old ones stay.
    onError: () => exams.file.fetch({ fileId: view._id }, { staleTime: 0 }).then(onChanged, () => undefined),
  });
  const write = useSingleFlight(writing);
  const { counts, rows, digest } = view;
  const changing = counts.created + counts.updated;
  const { choices } = useAddress();
  const state = rowStates.find((one) => one === choices.state);
  const shown = rows.filter((row) => state === undefined || row.state === state);
  const [asksAgain, setAsksAgain] = useState(false);
  return (
    <>
      <WrittenBefore view={view} />
      <RowTotals label={copy.totals} names={copy.rowStates} counts={counts} chosen={state} />
      <table aria-label={copy.title} className={tableStyle}>
        <thead>
          <tr className="text-xs [&>th]:h-9 [&>th]:border-line [&>th]:border-b [&>th]:px-2.25 [&>th]:text-start">
            <th scope="col" className="max-sm:hidden">
              {copy.heads.row}
            </th>
            <th scope="col">{copy.heads.who}</th>
            <th scope="col">{copy.heads.mark}</th>
            <th scope="col" className="max-md:hidden">
              {copy.heads.remark}
            </th>
            <th scope="col">{copy.heads.state}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ no, state: does, who, mark, remark }) => (
            <tr key={no} className="group">
              <td className={clsx(box, "figures w-12 text-ink-soft text-xs max-sm:hidden")}>{no}</td>
              <Cell cell={who} className="wrap-anywhere font-semibold">
                {(remark.text || remark.was || remark.fault) && (
                  <div className={clsx("font-normal text-xs md:hidden", remark.fault ? "text-danger" : "text-ink")}>
                    {copy.heads.remark}: <Value cell={remark} />
                  </div>
                )}
              </Cell>
              <Cell cell={mark} className="figures" />
              <Cell cell={remark} className="wrap-anywhere text-xs max-md:hidden" />
              <td className={clsx(box, "w-24 text-xs", rowInks[does])}>{copy.rowStates[does]}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {shown.length === 0 && <p className="text-ink-soft text-sm">{copy.noRows}</p>}
      <div data-high-foot className="bottom-0 z-20 grid gap-2 border-line border-t bg-paper py-3 tall:sticky">
        {writing.error && <Alert tone="error">{messageOf(writing.error, copy.failed)}</Alert>}
        <div className="flex flex-wrap items-center justify-end gap-2">
          <Button variant="quiet" onClick={onColumns}>
            <Columns3 aria-hidden className="size-5" />
            {copy.columns}
          </Button>
          <RefusedRows
            count={counts.refused}
            read={() => client.exams.refusedOfFile.mutate({ fileId: view._id })}
            words={copy}
            failed={copy.failed}
          />
          <Button
            disabled={changing === 0}
            busy={writing.isPending}
            busyText={copy.writing}
            onClick={() => (view.written ? setAsksAgain(true) : write({ fileId: view._id, digest }))}
          >
            <Check aria-hidden className="size-5" />
            {changing === 0 ? copy.nothing : copy.write(changing)}
          </Button>
        </div>
      </div>
      <Dialog
        open={asksAgain}
        onOpenChange={setAsksAgain}
        title={copy.again}
        description={copy.againHint}
        confirmLabel={copy.againYes}
        confirmVariant="primary"
        onConfirm={() => {
          setAsksAgain(false);
          write({ fileId: view._id, digest, again: true });
        }}
      />
    </>
  );
}

type CellProps = { cell: FileRowView["who"]; className: string; children?: ReactNode };

function Cell({ cell, className, children }: CellProps) {
  return (
    <td className={clsx(box, cell.fault && "border border-danger bg-danger-soft text-danger", className)}>
      <Value cell={cell} />
      {children}
    </td>
  );
}

/** A value; a changed one with the old value struck through, a rejected one with the reason. */
function Value({ cell: { text, was, fault } }: { cell: FileRowView["who"] }) {
  if (fault)
    return (
      <>
        <span className="block">{text || copy.empty}</span>
        <span className="block font-normal text-xs">{fault}</span>
      </>
    );
  return (
    <>
      {was != null && (
        <>
          <span className="sr-only">{copy.before}</span>{" "}
          <s className="wrap-anywhere font-normal text-ink-soft">{was}</s>{" "}
        </>
      )}
      {was === undefined ? text : <span className="font-semibold text-accent">{text}</span>}
    </>
  );
}
