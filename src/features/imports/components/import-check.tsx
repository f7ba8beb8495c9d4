"use client";

import { keepPreviousData } from "@tanstack/react-query";
import { Check, Columns3 } from "lucide-react";
import { useState } from "react";
import { RefusedRows } from "@/components/form/refused-rows";
import { RowTotals } from "@/components/form/row-totals";
import { useSingleFlight } from "@/components/form/use-single-flight";
import { useAddress } from "@/components/table/address";
import { Pager } from "@/components/table/pager";
import { TableSkeleton } from "@/components/table/table-states";
import { useLast } from "@/components/table/use-last";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Failed } from "@/components/ui/failed";
import { Link } from "@/components/ui/link";
import { shownDate } from "@/lib/dates";
import { rowStates } from "@/lib/row-states";
import { api } from "@/trpc/client";
import { messageOf } from "@/trpc/failure";
import { screens as copy } from "../messages-screens";
import { type Answers, answered } from "../rules";
import type { Counts, ImportView } from "../schema";
import { ImportAccounts } from "./import-accounts";
import { ImportRows } from "./import-rows";

type ImportCheckProps = { view: ImportView; onColumns: () => void; onChanged: (view?: ImportView) => Promise<void> };

const size = 50;

/** A preview of each row before anything is written: totals filter the rows, and the button shows the count. */
export function ImportCheck({ view, onColumns, onChanged }: ImportCheckProps) {
  const { choices } = useAddress();
  const state = rowStates.find((one) => one === choices.state);
  const page = /^[1-9]\d{0,2}$/.test(choices.page ?? "") ? Number(choices.page) : 1;
  const list = api.imports.rows.useQuery(
    { id: view._id, page, ...(state && { state }) },
    { placeholderData: keepPreviousData, staleTime: 0 },
  );
  const { data: rows, stale } = useLast(list);
  const check = api.imports.check.useMutation({ onSuccess: onChanged });
  const [answers, setAnswers] = useState<Answers>(new Map());
  const { isChanged } = answered(view.accounts, answers);
  const counts = view.counts ?? { created: 0, updated: 0, unchanged: 0, refused: 0, guardians: 0, links: 0 };

  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <RowTotals label={copy.totals} names={copy.rowStates} counts={counts} chosen={state} />
        <p className="text-ink-soft text-xs">
          {view.fromDay && `${copy.newFrom(shownDate(view.fromDay))} `}
          {copy.nothingMailed}
        </p>
      </div>
      {view.accounts.length > 0 && <ImportAccounts view={view} answers={answers} onAnswer={setAnswers} check={check} />}
      {list.isError && <Failed of={list}>{copy.failed}</Failed>}
      {rows && <ImportRows page={rows} stale={stale} />}
      {!rows && !list.isError && <TableSkeleton label={copy.loading} />}
      {rows && <Pager page={rows.page} size={size} total={rows.total} />}
      <Bar
        {...{ view, counts, onColumns, onChanged }}
        isChecking={check.isPending}
        isUnchecked={isChanged && !check.isPending}
      />
    </>
  );
}

type BarProps = ImportCheckProps & { counts: Counts; isChecking: boolean; isUnchecked: boolean };

function Bar({ view, counts, isChecking, isUnchecked, onColumns, onChanged }: BarProps) {
  const [asksAgain, setAsksAgain] = useState(false);
  const changing = counts.created + counts.updated;
  const applying = api.imports.carryOut.useMutation({
    onSuccess: onChanged,
    // The rows were checked again.
    onError: () => void onChanged(),
  });
  const apply = useSingleFlight(applying);
  const { client } = api.useUtils();
  const { _id: id, digest } = view;

  return (
    <div
      data-high-foot
      className="bottom-0 z-20 -mx-4 grid gap-2 border-line border-t bg-paper px-4 py-3 sm:mx-0 sm:px-0 tall:sticky"
    >
      {applying.error && <Alert tone="error">{messageOf(applying.error, copy.failedSave)}</Alert>}
      <p aria-live="polite" className="text-end text-ink-soft text-xs empty:hidden">
        {isUnchecked && copy.answersFirst}
      </p>
      <div className="flex flex-wrap items-center justify-end gap-2 max-sm:grid max-sm:grid-cols-2">
        <Button variant="quiet" onClick={onColumns}>
          <Columns3 aria-hidden className="size-5" />
          {copy.columns}
        </Button>
        {counts.refused > 0 && (
          <Link href="/admin/import" className="px-2 py-2 text-center font-semibold text-accent text-sm sm:me-auto">
            {copy.mend}
          </Link>
        )}
        <RefusedRows
          count={counts.refused}
          read={() => client.imports.refused.mutate({ id })}
          words={copy}
          failed={copy.failedSave}
        />
        <Button
          disabled={changing === 0 || isChecking || isUnchecked}
          busy={applying.isPending}
          busyText={copy.importing}
          onClick={() => (view.importedAt ? setAsksAgain(true) : apply({ id, digest }))}
        >
          <Check aria-hidden className="size-5" />
          {changing === 0 ? copy.nothing : copy.import(changing)}
        </Button>
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
          apply({ id, digest, again: true });
        }}
      />
    </div>
  );
}
