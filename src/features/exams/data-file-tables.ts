import "server-only";
import { AppError } from "@/lib/errors";
import type { Principal } from "@/lib/principal";
import { headsOf } from "@/server/batches/batches";
import { sql } from "@/server/db/client";
import { type Batch, Prisma } from "@/server/generated/prisma/client";
import { refusedFile, tableFile } from "@/server/spreadsheets/table-file";
import { getExam } from "./data";
import { fileMappingOf, findFile, planOfFile } from "./data-file";
import { listSheetRows, withAdmissionNos } from "./data-sheet";
import { say } from "./messages";
import { screens } from "./messages-screens";
import type { PlannedMark } from "./rules-file";
import type { FileTemplateInput } from "./schema-files";

type Refused = { cells: string[]; faults: NonNullable<PlannedMark["fault"]>[] };

/** The rejected rows of a file: as of now, or as of when it was written. */
async function listRefused(batch: Batch, by: Principal, now: Date): Promise<Refused[]> {
  if (batch.state !== "checked")
    return sql<Refused>(Prisma.sql`
      select raw as cells, faults from batch_rows
      where batch_id = ${batch.id}::uuid and state = 'refused' and raw is not null order by row_no limit 1000`);
  const { rows, data } = await planOfFile(batch, by, now);
  const cellsOf = new Map(data.map(({ no, cells }) => [no, cells]));
  return rows.flatMap(({ no, state, fault }) =>
    state === "refused" && fault ? [{ cells: cellsOf.get(no) ?? [], faults: [fault] }] : [],
  );
}

/**
 * The rejected rows with their original headings and a column with the errors, as a file to correct.
 * @throws AppError NOT_FOUND
 */
export async function getRefusedOfFile({ fileId }: { fileId: string }, by: Principal, now: Date) {
  const batch = await findFile(fileId, by);
  const { kind, columns, examId } = fileMappingOf(batch);
  await getExam(examId, by);
  const [known, refused] = [await headsOf(batch), await listRefused(batch, by, now)];
  if (refused.length === 0) throw new AppError("NOT_FOUND", say("noFile"));
  const head = columns.map((_, index) => known[index] ?? "");
  const rows = refused.map(({ cells, faults }) => ({
    cells,
    faults: faults.map(({ at, why }) => ({ field: at, why })),
  }));
  return refusedFile({ kind, name: batch.fileName ?? "", sheet: screens.marks, head }, columns, rows);
}

const templateHeads = ["Admission number", "Roll number", "Section", "Name", "Mark", "Remark"];

/**
 * A template with the students whose marks an exam still accepts, and an empty column for marks.
 * @throws AppError NOT_FOUND, FORBIDDEN
 */
export async function getFileTemplate({ id, kind }: FileTemplateInput, by: Principal, now: Date) {
  const exam = await getExam(id, by);
  const rows = await withAdmissionNos(await listSheetRows(exam, by, now));
  const open = rows.filter(({ isExempt, isReleased }) => !isExempt && !isReleased);
  const title = [exam.className, ...exam.sections, exam.subject, exam.examName].join(" ");
  return tableFile({
    kind,
    sheet: screens.marks,
    head: templateHeads,
    name: `${title.replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, "-")}.${kind}`,
    rows: open.map(({ admissionNo, rollNo, section, name }) => {
      return [admissionNo ?? "", rollNo ?? "", section ?? "", name, "", ""];
    }),
  });
}
