import { groupBy } from "@/lib/group-by";
import type { RowOutcome } from "@/server/batches/batches";
import type { Before, UndoRow } from "./data-undo";
import { say } from "./messages";

type Row = Omit<UndoRow, "before"> & { before: Pick<Before, "created" | "opened"> | null };

type Seat = Pick<UndoRow, "yearId" | "className" | "section" | "rollNo">;

const seatOf = ({ yearId, className, section, rollNo }: Seat) => JSON.stringify([yearId, className, section, rollNo]);

/** Decides for each row. A roll number is free again if its holder is restored, too. */
export function judgeUndo<One extends Row>(rows: readonly One[], seats: readonly (Seat & { studentId: string })[]) {
  const outcomes = new Map<One, RowOutcome>(rows.map((row) => [row, firstOutcome(row)]));
  const holders = groupBy(seats, seatOf);
  for (let isSettled = false; !isSettled; ) {
    const back = [...outcomes].flatMap(([row, { state }]) => (state === "reversed" ? [row] : []));
    const leaving = new Set(back.filter(givesUpPlace).map(({ studentId }) => studentId));
    const blocked = back.filter((row) => {
      const taken = row.rollNo === null ? [] : (holders.get(seatOf(row)) ?? []);
      return taken.some(({ studentId }) => !leaving.has(studentId));
    });
    for (const row of blocked) outcomes.set(row, { rowNo: row.rowNo, state: "failed", why: say("rollTaken") });
    isSettled = blocked.length === 0;
  }
  return outcomes;
}

/** A row that changed only a student's own data did not touch the place, so undoing it does not either. */
const givesUpPlace = ({ yearId, before }: Row) => yearId !== null || before?.created || before?.opened != null;

function firstOutcome({ rowNo, studentId, before, ...row }: Row): RowOutcome {
  if (studentId === null || before === null) return { rowNo, state: "failed", why: say("erased") };
  const kept = row.hasLogin
    ? say("hasLogin")
    : row.hasCode
      ? say("hasCode")
      : row.hasResults
        ? say("hasResults")
        : row.noted
          ? say(row.noted)
          : row.hasLinks
            ? say("hasLinks")
            : row.isChanged
              ? say(row.hasLaterChange ? "changedByLater" : "changedSince")
              : undefined;
  if (kept) return { rowNo, state: "kept", why: kept };
  return row.isTaken ? { rowNo, state: "failed", why: say("addressTaken") } : { rowNo, state: "reversed" };
}
