"use client";

import { MessageSquareText } from "lucide-react";
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import { useAddress } from "@/components/table/address";
import { FoundCount } from "@/components/table/table-states";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { usePageRefresh } from "@/components/ui/page-refresh";
import { toast } from "@/components/ui/toast";
import { api } from "@/trpc/client";
import { messageOf } from "@/trpc/failure";
import { screens as copy } from "../messages-screens";
import type { SheetView } from "../schema-sheet";
import { ExamHistory } from "./exam-history";
import { ExamProcess } from "./exam-process";
import { cellAt, cellOf } from "./sheet-cells";
import { SheetExemptions } from "./sheet-exemptions";
import { SheetFigures, useSummary } from "./sheet-figures";
import { chosenOf, SheetFilter, studentsWith } from "./sheet-filter";
import { type Asked, SheetHead } from "./sheet-head";
import { SheetKeys } from "./sheet-keys";
import { SheetSettle } from "./sheet-settle";
import { SheetNext, SheetTrouble } from "./sheet-state";
import { createSheetStore } from "./sheet-store";
import { SheetTable } from "./sheet-table";
import { useGoToMark } from "./use-go-to-mark";
import type { HeldFocusRef } from "./use-held-focus";
import { useSheetCalls } from "./use-sheet-calls";

type SheetProps = {
  sheet: SheetView;
  /** Starts at the first student without a mark. */
  atMissing: boolean;
  /** The statistics, rendered by the server: above released marks, below editable ones. */
  statistics?: ReactNode;
  held: HeldFocusRef;
  onAsk: (asked: Asked) => void;
};

/** The marks of an exam, edited like a spreadsheet. */
export function Sheet({ sheet, atMissing, statistics, held, onAsk }: SheetProps) {
  const refresh = usePageRefresh();
  const { _id: id } = sheet.exam;
  const { counted, ...calls } = useSheetCalls(id);
  const [store] = useState(() => createSheetStore(sheet, calls));
  const table = useRef<HTMLTableElement>(null);
  const lastEntered = useRef<string>(undefined);
  const [withRemarks, setWithRemarks] = useState(false);
  const exempt = api.exams.exempt.useMutation({
    onSuccess() {
      counted();
      refresh();
    },
    onError: (error) => void toast.error(messageOf(error, copy.exemptFailed)),
  });
  // Re-render the sheet only when it ends.
  const isReadOnly = useSyncExternalStore(
    (listener) => store.listen("state", listener),
    () => store.state().phase === "closed",
    () => store.state().phase === "closed",
  );
  const isFixed = !sheet.mayChange;
  const { unpromotedClass: unpromoted } = sheet;
  const nobodyHint = sheet.mayRelease ? copy.nobodyHint : copy.nobodyHintTaught;
  const { mutate: setExempt } = exempt;
  const onExempt = useCallback((studentId: string) => setExempt({ id, studentId, isExempt: true }), [setExempt, id]);
  const onEnter = useCallback((one: string) => {
    lastEntered.current = one;
  }, []);

  const release = useCallback(async () => {
    // The confirmed numbers must include the mark that was typed last.
    onAsk({ what: "release", toSettle: await store.settled() });
  }, [onAsk, store]);
  const onRelease = !isReadOnly && sheet.mayRelease ? release : undefined;

  const { choices, go } = useAddress();
  const { grade, section } = chosenOf(sheet.rows, choices);
  const isFiltered = sheet.exam.state === "released" && Boolean(grade || section);
  const order = useMemo(
    () => (isFiltered ? studentsWith(sheet.rows, sheet.exam.totalMarks, { grade, section }) : store.order),
    [isFiltered, sheet, grade, section, store],
  );

  const isMissing = (one: string) => store.row(one).typed.text.trim() === "" && !store.row(one).saved.isReleased;

  const nextMissing = (from: string | undefined) => {
    const at = from === undefined ? -1 : store.order.indexOf(from);
    const around = [...store.order.slice(at + 1), ...store.order.slice(0, at + 1)];
    return around.find((one) => isMissing(one));
  };

  useEffect(() => {
    const end = store.begin();
    const isIn = document.activeElement && cellOf(document.activeElement);
    const first = atMissing && !isIn ? store.order.find((one) => store.row(one).typed.text === "") : undefined;
    if (first) cellAt(table.current, first, "text")?.focus();
    return end;
  }, [store, atMissing]);

  const goTo = useGoToMark(table, order, () => go({ grade: "", section: "" }));

  function goToMissing() {
    const next = nextMissing(lastEntered.current);
    if (next) goTo(next);
  }

  return (
    <>
      <SheetHead sheet={sheet} store={store} isReadOnly={isReadOnly} onRelease={onRelease} onAsk={onAsk} />
      {isFixed && statistics}
      <div className="grid grid-cols-1 gap-3">
        <ExamProcess sheet={sheet} />
        <SheetTrouble store={store} exam={sheet.exam} />
        {!sheet.mayRelease && <SheetNext store={store} exam={sheet.exam} />}
        {sheet.rows.length === 0 && (
          <EmptyState
            icon={<MessageSquareText />}
            title={copy.nobody}
            hint={unpromoted ? copy.nobodyYet(unpromoted, sheet.exam.year.label) : nobodyHint}
          />
        )}
        {/* A withdrawn exam has no marks: only its history remains. */}
        {sheet.rows.length > 0 && sheet.exam.state !== "withdrawn" && (
          <div className="grid grid-cols-1 gap-4 xl:flex xl:items-start">
            <div className="min-w-0 flex-1">
              {sheet.exam.state === "released" && (
                <>
                  <SheetFilter rows={sheet.rows} chosen={{ grade, section }} onChoose={go} />
                  <FoundCount count={order.length} />
                </>
              )}
              <SheetTable
                table={table}
                held={held}
                store={store}
                order={order}
                isReadOnly={isReadOnly}
                withRemarks={withRemarks}
                onExempt={onExempt}
                onEnter={onEnter}
                onRelease={onRelease}
              />
              {order.length === 0 && <p className="py-3 text-ink-soft text-sm">{copy.marksFilter.nobody}</p>}
              <SheetExemptions
                rows={sheet.rows}
                subject={sheet.exam.subject}
                hasSections={store.hasSections}
                // A student who takes the subject again can get a late mark, even if all other marks are released.
                isReadOnly={isReadOnly && sheet.mayChange}
                mayCorrect={sheet.mayRelease}
                onTakes={(studentId) => exempt.mutate({ id, studentId, isExempt: false })}
              />
            </div>
            {!isFixed && (
              <div className="grid shrink-0 grid-cols-1 gap-3 xl:sticky xl:top-4 xl:w-72">
                <SheetFigures store={store} isReleased={sheet.exam.state === "released"} />
                <SheetSettle store={store} onGo={goTo} />
                <SheetKeys
                  store={store}
                  mayRelease={onRelease !== undefined}
                  isLate={sheet.exam.state === "released"}
                />
              </div>
            )}
          </div>
        )}
      </div>
      {!isFixed && statistics && <div className="mt-4">{statistics}</div>}
      <div className="mt-4 max-md:pb-16">
        <ExamHistory id={id} opensStudents={sheet.mayRelease} />
      </div>
      {sheet.rows.length > 0 && !isFixed && (
        <BottomBar
          store={store}
          withRemarks={withRemarks}
          onRemarks={() => setWithRemarks((one) => !one)}
          onNext={goToMissing}
        />
      )}
    </>
  );
}

type BottomBarProps = {
  store: ReturnType<typeof createSheetStore>;
  withRemarks: boolean;
  onRemarks: () => void;
  onNext: () => void;
};

/** On a phone without keys: the progress, and a button to the next missing mark. */
function BottomBar({ store, withRemarks, onRemarks, onNext }: BottomBarProps) {
  const { students: all, entered, absent, excused, toSettle } = useSummary(store);
  return (
    <div
      data-foot
      className="fixed inset-x-0 bottom-0 z-20 flex items-center gap-2 border-line border-t bg-surface px-4 py-2 md:hidden print:hidden"
    >
      <p className="figures grid min-w-0 grow whitespace-nowrap text-xs">
        <strong>{copy.entered(entered, all)}</strong>
        <span className="whitespace-normal text-ink-soft">
          {[copy.counts(absent, excused), toSettle.length > 0 && copy.toSettle(toSettle.length)]
            .filter(Boolean)
            .join(", ")}
        </span>
      </p>
      <Button variant="quiet" aria-pressed={withRemarks} aria-label={copy.showRemarks} onClick={onRemarks}>
        <MessageSquareText aria-hidden className="size-5" />
      </Button>
      <Button variant="secondary" onClick={onNext}>
        <span className="whitespace-nowrap">{copy.next}</span>
      </Button>
    </div>
  );
}
