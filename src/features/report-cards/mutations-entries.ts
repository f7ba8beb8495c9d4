import "server-only";
import { AppError } from "@/lib/errors";
import { may } from "@/lib/may";
import type { Principal } from "@/lib/principal";
import { ofSitting, record } from "@/server/audit/audit";
import { type Transaction, transaction } from "@/server/db/client";
import type { SetRow } from "./data";
import { listEntries } from "./data-sheet";
import { copy, say } from "./messages";
import { detailOf, lockSet } from "./mutations";
import { actions, reachesSet } from "./rules";
import type { EntryInput, EntryView, SavedEntriesView, SaveEntriesInput } from "./schema";

type Typed = Omit<EntryInput, "seen">;

const isSame = (one: Typed, other: EntryView) =>
  one.daysPresent === other.daysPresent &&
  one.remarkTeacher === other.remarkTeacher &&
  one.remarkHead === other.remarkHead &&
  one.lines.join("\n") === other.lines.join("\n");

/**
 * Saves input for cards. Each entry is saved, rejected, or left alone if somebody else has changed it since. Saving the
 * current value again succeeds, so that a request without a response can be repeated. Only the office may edit the head's
 * remark.
 * @throws AppError NOT_FOUND, FORBIDDEN
 */
export async function saveEntries(
  { id, entries }: SaveEntriesInput,
  by: Principal,
  now: Date,
): Promise<SavedEntriesView> {
  return transaction(async (tx) => {
    const set = await lockSet(tx, id);
    if (!reachesSet(by, set)) throw new AppError("FORBIDDEN", say("notOwn"));
    const entryOf = await listEntries(set, by, now);
    const isOffice = may(by, actions.make);
    const changed = entries.map((one) => ({
      ...one,
      remarkHead: isOffice ? one.remarkHead : (entryOf.get(one.studentId)?.remarkHead ?? null),
    }));
    const judged = changed.map((entry) => ({ entry, outcome: outcomeOf(entry, entryOf.get(entry.studentId), set) }));
    const of = (outcome: string) => judged.flatMap((one) => (one.outcome === outcome ? [one.entry] : []));
    const written = of("written");
    if (written.length > 0) {
      await noteSitting(tx, set, by, now);
      await write(tx, set.id, written, by, now);
    }
    const versionOf = ({ studentId }: EntryInput) => entryOf.get(studentId)?.rowVersion ?? 0;
    return {
      saved: [
        ...written.map((one) => ({ studentId: one.studentId, rowVersion: versionOf(one) + 1 })),
        ...of("same").map((one) => ({ studentId: one.studentId, rowVersion: versionOf(one) })),
      ],
      conflicts: of("conflict").flatMap(({ studentId }) => entryOf.get(studentId) ?? []),
      refused: [
        ...of("nobody").map(({ studentId }) => ({ studentId, why: copy.noSuchStudent })),
        ...of("tooMany").map(({ studentId }) => ({ studentId, why: copy.moreThanOpen(set.daysOpen ?? 0) })),
      ],
    };
  });
}

function outcomeOf(entry: EntryInput, known: EntryView | undefined, { daysOpen }: SetRow) {
  if (!known) return "nobody";
  if (entry.daysPresent !== null && daysOpen !== null && entry.daysPresent > daysOpen) return "tooMany";
  if (isSame(entry, known)) return "same";
  return known.rowVersion === entry.seen ? "written" : "conflict";
}

async function noteSitting(tx: Transaction, set: SetRow, by: Principal, now: Date): Promise<void> {
  const where = { setId: set.id, ...ofSitting(by, now) };
  if (await tx.reportCardEntry.findFirst({ where, select: { setId: true } })) return;
  await record(tx, { action: "card-entries-typed", by, subjectId: set.id, detail: detailOf(set) });
}

async function write(tx: Transaction, setId: string, entries: EntryInput[], by: Principal, now: Date): Promise<void> {
  await tx.$executeRaw`
    insert into report_card_entries (set_id, student_id, days_present, remark_teacher, remark_head, lines, changed_by_id, changed_at)
    select ${setId}::uuid, "studentId", "daysPresent", "remarkTeacher", "remarkHead",
      array(select json_array_elements_text(lines)), ${by.userId}::uuid, ${now}
    from json_to_recordset(${JSON.stringify(entries)}::json)
      as row ("studentId" uuid, "daysPresent" int, "remarkTeacher" text, "remarkHead" text, lines json)
    on conflict (set_id, student_id) do update set days_present = excluded.days_present, remark_teacher = excluded.remark_teacher,
      remark_head = excluded.remark_head, lines = excluded.lines, row_version = report_card_entries.row_version + 1,
      changed_by_id = excluded.changed_by_id, changed_at = excluded.changed_at`;
}
