import { isSameMark } from "../rules-marks";
import type { CellInput, CellView } from "../schema-sheet";

/** The marks that were sent and may have arrived, while no answer has told. */
export function createUnanswered() {
  const sent = new Map<string, CellInput[]>();
  return {
    add(batch: readonly CellInput[]) {
      for (const cell of batch) sent.set(cell.studentId, [...(sent.get(cell.studentId) ?? []), cell]);
    },

    /** The server has answered. */
    remove(batch: readonly CellInput[]) {
      for (const { studentId } of batch) sent.delete(studentId);
    },

    /** Whether the server's mark is one of them; a colleague may have saved the same one. */
    has: ({ studentId, mark, remark, isYours }: CellView): boolean =>
      isYours &&
      (sent.get(studentId) ?? []).some((cell) => isSameMark(cell.mark, mark) && (cell.remark ?? null) === remark),
  };
}
