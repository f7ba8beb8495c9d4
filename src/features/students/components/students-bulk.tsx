"use client";

import { ArrowRightLeft, Download, UserMinus } from "lucide-react";
import { type ReactNode, useState } from "react";
import { exportOptions } from "@/components/form/export-table";
import { BulkAct, BulkBar } from "@/components/table/bulk-bar";
import { BulkOutcome } from "@/components/table/bulk-outcome";
import type { Ticks } from "@/components/table/ticks";
import { lazily } from "@/components/ui/lazily";
import { toast } from "@/components/ui/toast";
import { api } from "@/trpc/client";
import { messageOf } from "@/trpc/failure";
import { bulkScreens as copy } from "../messages-bulk";
import { screens } from "../messages-screens";
import type { ChosenView, ListStudentsInput } from "../schema-list";

const PlaceMany = lazily(() => import("./place-many").then((module) => module.PlaceMany));
const EndMany = lazily(() => import("./end-many").then((module) => module.EndMany));

export type ManyDone = { done: number; refused: { studentId: string; name: string; why: string }[] };

type StudentsBulkProps = {
  ticks: Ticks<ChosenView>;
  filters: Omit<ListStudentsInput, "page" | "limit" | "sort" | "direction">;
  /** The sort order of the list, which an export keeps. */
  order: Pick<ListStudentsInput, "sort" | "direction">;
  /** The school year that the list shows. */
  year: string | undefined;
  /** The day from which students are put into a class of this year by default. */
  day: string;
  /** True if that year is over: its classes can no longer be changed. */
  isPast: boolean;
  total: number;
  children: ReactNode;
};

export function StudentsBulk({ ticks, filters, order, year, day, isPast, total, children }: StudentsBulkProps) {
  const { rows } = ticks;
  const { students } = api.useUtils();
  const [act, setAct] = useState<"place" | "end">();
  const [outcome, setOutcome] = useState<ManyDone & { words: string }>();
  const table = api.students.export.useMutation(exportOptions("students.csv"));
  const [isAsking, setIsAsking] = useState(false);

  async function tickAll() {
    setIsAsking(true);
    try {
      ticks.set(await students.matching.fetch(filters, { staleTime: 0 }), true);
    } catch (error) {
      toast.error(messageOf(error, screens.failed));
    }
    setIsAsking(false);
  }

  function done(answer: ManyDone, words: string) {
    setAct(undefined);
    setOutcome({ ...answer, words });
    ticks.clear();
    void students.list.invalidate();
  }

  const doing = { students: rows, year, onClose: () => setAct(undefined) };
  return (
    <>
      <BulkOutcome
        done={outcome?.words}
        refused={outcome?.refused.map(({ studentId: id, name, why }) => ({ id, name, why })) ?? []}
        isDropped={ticks.dropped}
      />
      {rows.length > 0 && (
        <BulkBar
          ticks={ticks}
          all={
            rows.length < total && { count: Math.min(total, mostChosen), onChoose: () => void (isAsking || tickAll()) }
          }
        >
          {children}
          {!isPast && (
            <>
              <BulkAct icon={<ArrowRightLeft aria-hidden />} onClick={() => setAct("place")}>
                {copy.place}
              </BulkAct>
              <BulkAct icon={<UserMinus aria-hidden />} onClick={() => setAct("end")}>
                {copy.end}
              </BulkAct>
            </>
          )}
          <BulkAct
            icon={<Download aria-hidden />}
            busy={table.isPending}
            onClick={() =>
              table.isPending || table.mutate({ ...yearOf(filters), ...order, ids: rows.map(({ _id }) => _id) })
            }
          >
            {screens.export}
          </BulkAct>
        </BulkBar>
      )}
      {act === "place" && <PlaceMany {...doing} day={day} onDone={done} />}
      {act === "end" && <EndMany {...doing} onDone={done} />}
    </>
  );
}

/** Maximum number that the server accepts. */
const mostChosen = 1000;

const yearOf = ({ year }: { year?: string | undefined }) => (year === undefined ? {} : { year });
