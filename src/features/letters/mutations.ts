import "server-only";
import { AppError } from "@/lib/errors";
import { placeName } from "@/lib/place-name";
import type { Principal } from "@/lib/principal";
import { makeCodes } from "@/server/access-codes/make";
import { type AuditEntry, record } from "@/server/audit/audit";
import { listColleagues } from "@/server/auth/grants";
import { lockPeople } from "@/server/auth/users";
import { transaction } from "@/server/db/client";
import type { Family } from "@/server/roster/families";
import { type RunningTask, startTask, type TaskResult } from "@/server/tasks/tasks";
import { classOf, getFamily, signsWithoutType, sortFamilies } from "./data";
import { typesetLetters } from "./data-letter";
import { copy, say } from "./messages";
import { receiversOf } from "./rules";
import type { ClassLettersInput, LettersTaskInput } from "./schema";

const type = "application/pdf";

/** Creates the codes of letters; earlier codes stay valid. @throws AppError CONFLICT */
function makeLetterCodes(families: Family[], by: Pick<Principal, "userId">, now: Date, event: AuditEntry) {
  const ids = families.flatMap(receiversOf).map(({ id }) => id);
  const guardians = families.flatMap(({ guardian }) => guardian?.id ?? []);
  return transaction(async (tx) => {
    await lockPeople(tx, ids);
    if ((await listColleagues(guardians)).length > 0) throw new AppError("CONFLICT", say("worksHere"));
    const people = ids.map((userId) => ({ purpose: "join", userId }) as const);
    const codes = await makeCodes(tx, people, by, now, "printed");
    await record(tx, event);
    return codes;
  });
}

/** The letter for one student. It is not stored. @throws AppError NOT_FOUND, CONFLICT */
export async function printLetter(studentId: string, guardianId: string | undefined, by: Principal, now: Date) {
  const family = await getFamily(studentId, guardianId);
  if (receiversOf(family).length === 0) throw new AppError("CONFLICT", say("noNeed"));
  const signs = await signsWithoutType(family);
  if (signs !== "") throw new AppError("CONFLICT", say("noType", signs));
  const event = { action: "letter-printed", by, subjectId: studentId } as const;
  const codes = await makeLetterCodes([family], by, now, event);
  const bytes = await typesetLetters(copy.title(family.name), [family], codes, now);
  return { name: "letter.pdf", type, base64: Buffer.from(bytes).toString("base64") };
}

/** Starts the task that prints the letters of a class. Returns its id. @throws AppError CONFLICT if nobody needs one */
export async function startClass(input: ClassLettersInput, by: Principal, now: Date): Promise<string> {
  return start(await classOf(input, now), by);
}

/** Starts the task that prints the letters of these students. Returns its id. @throws AppError CONFLICT if nobody needs one */
export function startMany(students: string[], by: Principal): Promise<string> {
  return start({ students }, by);
}

async function start(input: LettersTaskInput, by: Principal): Promise<string> {
  const { printed } = await sortFamilies(input);
  if (printed.length === 0) throw new AppError("CONFLICT", say("noneNeeded"));
  return transaction((tx) => startTask(tx, { kind: "classLetters", input, total: printed.length }, by));
}

export async function printMany(task: RunningTask, of: LettersTaskInput): Promise<TaskResult> {
  const { printed } = await sortFamilies(of);
  if (printed.length === 0) throw new AppError("CONFLICT", say("noneNeeded"));
  const now = new Date();
  await task.progress(0, printed.length);
  const count = printed.length;
  const shown = "students" in of ? null : placeName(of.className, of.section);
  const detail = { ...("className" in of && { class: of.className }), count };
  const event = { action: "letters-printed", by: task.by, detail } as const;
  const codes = await makeLetterCodes(printed, task.by, now, event);
  await task.progress(0, count);
  const title = shown === null ? copy.manyTask(count) : copy.task(shown);
  const bytes = await typesetLetters(title, printed, codes, now);
  await task.progress(count, count);
  return { name: shown === null ? "letters.pdf" : `letters-class-${shown.replace(" ", "-")}.pdf`, type, bytes };
}
