import { findSet } from "@/features/report-cards/data";
import { listSheet } from "@/features/report-cards/data-sheet";
import { addSet } from "@/features/report-cards/mutations";
import { withdrawCard } from "@/features/report-cards/mutations-cards";
import { saveEntries } from "@/features/report-cards/mutations-entries";
import { issueCards } from "@/features/report-cards/mutations-issue";
import { correctResult } from "@/features/results/mutations-corrections";
import { db } from "@/server/db/client";
import type { RunningTask } from "@/server/tasks/tasks";
import { say } from "../command";
import { schoolDay } from "./content";
import { type Stage, staffOf } from "./stage";

const daysOpen = 112;

const ofTeacher = [
  "Works with care and helps others. Should read more at home.",
  "Speaks up in class and asks good questions.",
  "Has improved much since the summer. Keep it up.",
  "Needs to hand in homework on time.",
];

type CardClass = { className: number; section: string; isTyped: (index: number) => boolean; isIssued: boolean };

const sets: CardClass[] = [
  { className: 10, section: "A", isTyped: () => true, isIssued: true },
  { className: 7, section: "A", isTyped: (index) => index < 7, isIssued: false },
  { className: 4, section: "B", isTyped: () => true, isIssued: true },
];

/** Report cards of the half-year: issued, one of them replaced and one withdrawn since, and a set that is still being written. */
export async function writeCards(stage: Stage): Promise<void> {
  const office = staffOf(stage, "office");
  const ids: string[] = [];
  for (const one of sets) ids.push(await writeSet(stage, one));
  await replaceOne(ids[0] ?? "", stage);
  const last = await db().reportCard.findFirstOrThrow({ where: { setId: ids[2] ?? "" }, orderBy: { number: "desc" } });
  await withdrawCard({ id: last.id, reason: "Printed with the days of another student" }, office, new Date());
  say(`Made ${sets.length} sets of report cards and issued ${await db().reportCard.count()} cards.`);
}

async function writeSet(stage: Stage, { className, section, isTyped, isIssued }: CardClass): Promise<string> {
  const office = staffOf(stage, "office");
  const now = new Date();
  const exams = await db().exam.findMany({
    where: { className, examName: { in: ["Unit Test 1", "Half-Yearly Exam"] }, state: "released" },
    select: { id: true },
  });
  const about = { title: "First term", lastDay: schoolDay(stage.today, -30), daysOpen };
  const given = { ...about, year: undefined, class: className, section, examIds: exams.map(({ id }) => id) };
  const id = await addSet(given, office, now);
  const rows = await listSheet(await findSet(id), now);
  const entries = rows.flatMap(({ person }, index) => {
    if (!isTyped(index)) return [];
    const daysPresent = daysOpen - ((index * 7) % 13);
    const remarkHead = index % 5 === 0 ? "Well done." : null;
    const remarkTeacher = ofTeacher[index % ofTeacher.length] ?? null;
    const lines = ["Art: A", index % 3 === 0 ? "Sports: B" : "Sports: A"];
    return [{ studentId: person.studentId, daysPresent, remarkTeacher, remarkHead, lines, seen: 0 }];
  });
  await saveEntries({ id, entries }, office, now);
  if (isIssued) await issue(stage, id);
  return id;
}

/** Waits for the task, because no page follows it here. */
async function issue(stage: Stage, setId: string): Promise<void> {
  const rows = await listSheet(await findSet(setId), new Date());
  const due = rows.filter(({ standing }) => standing === "none" || standing === "changed");
  const by = staffOf(stage, "office");
  const nothing = async () => {};
  const task: RunningTask = { id: "", by, signal: new AbortController().signal, progress: nothing, finish: nothing };
  await issueCards(task, { setId, students: due.map(({ person }) => person.studentId) });
}

/** A mark on an issued card is corrected: the card gets a new version. */
async function replaceOne(setId: string, stage: Stage): Promise<void> {
  const { studentId } = await db().reportCard.findFirstOrThrow({ where: { setId }, orderBy: { number: "asc" } });
  const result = await db().result.findFirstOrThrow({
    where: { studentId, examName: "Half-Yearly Exam", supersedesId: null, successor: null },
    orderBy: { subject: "asc" },
  });
  const score = Number(result.score) - 2;
  const correction = { id: result.id, score, reason: "Question 3 was marked twice" };
  await correctResult(correction, staffOf(stage, "office"), new Date());
  await issue(stage, setId);
}
