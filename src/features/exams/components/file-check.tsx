"use client";

import { clsx } from "clsx";
import { Check, Columns3 } from "lucide-react";
import { useSingleFlight } from "@/components/form/use-single-flight";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { api } from "@/trpc/client";
import { messageOf } from "@/trpc/failure";
import { fileScreens as copy } from "../messages-file";
import type { FileRowView, FileView } from "../schema-files";

type FileCheckProps = { view: FileView; onChanged: (view: FileView) => void; onColumns: () => void };

const states = ["created", "updated", "unchanged", "refused"] as const;
const inks = { created: "text-success", updated: "text-accent", unchanged: "text-ink-soft", refused: "text-danger" };
const box = "h-10 border-line px-2.25 py-0.5 first:ps-3.25 last:pe-3.25 group-not-last:border-b";

/** What each row would do, before anything is written; the button says how many. */
export function FileCheck({ view, onChanged, onColumns }: FileCheckProps) {
  const { exams } = api.useUtils();
  const writing = api.exams.carryOutFile.useMutation({
    meta: { expected: ["CONFLICT"] },
    onSuccess: onChanged,
    // The rows as they are now.
    onError: async () => onChanged(await exams.file.fetch({ fileId: view._id }, { staleTime: 0 })),
  });
  const write = useSingleFlight(writing);
  const { counts, rows, digest } = view;
  const changing = counts.created + counts.updated;
  return (
    <>
      <ul className="flex flex-wrap gap-x-5 gap-y-1 text-sm">
        {states.map((state) => (
          <li key={state}>
            <span className={clsx("figures font-semibold text-lg", inks[state])}>{counts[state]}</span>{" "}
            {copy.rowStates[state]}
          </li>
        ))}
      </ul>
      <table
        aria-label={copy.title}
        className="w-full border-separate border-spacing-0 rounded-md border border-line bg-surface text-sm"
      >
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
          {rows.map(({ no, state, who, mark, remark }) => (
            <tr key={no} className="group">
              <td className={clsx(box, "figures w-12 text-ink-soft text-xs max-sm:hidden")}>{no}</td>
              <Cell cell={who} className="wrap-anywhere font-semibold" />
              <Cell cell={mark} className="figures" />
              <Cell cell={remark} className="wrap-anywhere text-xs max-md:hidden" />
              <td className={clsx(box, "w-24 text-xs", inks[state])}>{copy.rowStates[state]}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className="sticky bottom-0 z-20 grid gap-2 border-line border-t bg-paper py-3">
        {writing.error && <Alert tone="error">{messageOf(writing.error, copy.failed)}</Alert>}
        <div className="flex flex-wrap items-center justify-end gap-2">
          <Button variant="quiet" onClick={onColumns}>
            <Columns3 aria-hidden className="size-5" />
            {copy.columns}
          </Button>
          <Button
            disabled={changing === 0}
            busy={writing.isPending}
            busyText={copy.writing}
            onClick={() => write({ fileId: view._id, digest })}
          >
            <Check aria-hidden className="size-5" />
            {changing === 0 ? copy.nothing : copy.write(changing)}
          </Button>
        </div>
      </div>
    </>
  );
}

/** A value; a changed one with the one before, struck; a refused one with why. */
function Cell({ cell: { text, was, fault }, className }: { cell: FileRowView["who"]; className: string }) {
  if (fault)
    return (
      <td className={clsx(box, "border border-danger bg-danger-soft text-danger", className)}>
        <span className="block">{text || copy.empty}</span>
        <span className="block font-normal text-xs">{fault}</span>
      </td>
    );
  return (
    <td className={clsx(box, className)}>
      {was != null && (
        <>
          <span className="sr-only">{copy.before}</span>{" "}
          <s className="wrap-anywhere font-normal text-ink-soft">{was}</s>{" "}
        </>
      )}
      {was === undefined ? text : <span className="font-semibold text-accent">{text}</span>}
    </td>
  );
}
