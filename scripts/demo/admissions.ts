import { previewEnrolment } from "@/features/admissions/data-enrol";
import { addSubmission } from "@/features/admissions/mutations";
import { addNote, assign, writeToFamily } from "@/features/admissions/mutations-desk";
import { enrolApplication } from "@/features/admissions/mutations-enrol";
import { moveAsFamily, writeAsFamily } from "@/features/admissions/mutations-family";
import { mergeSubmissions } from "@/features/admissions/mutations-merge";
import { moveOne } from "@/features/admissions/mutations-moves";
import { promisedDays } from "@/features/admissions/rules";
import { submissionInput } from "@/features/admissions/schema";
import { moveInput } from "@/features/admissions/schema-desk";
import { enrolInput } from "@/features/admissions/schema-enrol";
import { readBusinessClock } from "@/features/closed-days/data-clock";
import { addMessage } from "@/features/inquiries/mutations";
import { answerMessage, finishMessage } from "@/features/inquiries/mutations-inbox";
import { messageInput } from "@/features/inquiries/schema";
import { saveIntakes } from "@/features/intakes/mutations";
import { db } from "@/server/db/client";
import { say } from "../command";
import { moment, schoolDay } from "./content";
import { type Standing, sampleMessages, sampleSubmissions } from "./families";
import { sampleYear } from "./people";
import { type Stage, staffOf } from "./stage";

const day = 24 * 60 * 60_000;

/** Seats for the coming year; by now Class 9 has none left, and Class 12 is closed. */
async function openIntakes({ today, admin }: Stage, isNow: boolean): Promise<void> {
  const { label } = sampleYear(today, 1);
  const { id: year } = await db().schoolYear.findFirstOrThrow({ where: { label } });
  const intakes = Array.from({ length: 12 }, (_, index) => ({
    className: index + 1,
    seats: isNow && index === 8 ? 0 : 30,
    opensOn: schoolDay(today, -60),
    closesOn: isNow && index === 11 ? schoolDay(today, -4) : schoolDay(today, 90),
  }));
  await saveIntakes({ year, intakes }, admin);
}

/** Applications in every state. */
export async function receiveApplications(stage: Stage): Promise<void> {
  const { today } = stage;
  const all = sampleSubmissions(today).sort((one, other) => +one.createdAt - +other.createdAt);
  const ids = new Map<string, string>();
  await openIntakes(stage, false);
  for (const [index, { submission, standing, createdAt }] of all.entries()) {
    if (standing === "waiting") await openIntakes(stage, true);
    const { _id: id } = await addSubmission(submissionInput.parse(submission), undefined);
    await backdate(id, createdAt);
    if (standing !== "waiting") await become(stage, { id, standing, createdAt, index, twin: ids.get(submission.name) });
    ids.set(submission.name, id);
  }
  say(`Submitted ${all.length} applications for admission.`);
}

/** The form always stores the current time. */
async function backdate(id: string, at: Date): Promise<void> {
  const { state } = await db().submission.findUniqueOrThrow({ where: { id } });
  const due =
    state === "received" ? { answerDue: (await readBusinessClock(at))(at, promisedDays) } : { answeredAt: at };
  await db().submission.update({ where: { id }, data: { createdAt: at, stateAt: at, consentAt: at, ...due } });
}

type Case = { id: string; standing: Standing; createdAt: Date; index: number; twin: string | undefined };

const letters = {
  invited: "We would like to meet you and your child. Please bring the last report card.",
  offered: "We are glad to offer a place. Please accept it on our website within two weeks.",
  declined: "All places of this class are taken. We are sorry.",
};

async function become(stage: Stage, { id, standing, createdAt, index, twin }: Case): Promise<void> {
  const by = staffOf(stage, index % 3 === 0 ? "second office" : "office");
  const at = (days: number) => new Date(Math.min(createdAt.getTime() + days * day, Date.now() - 60_000));
  const move = async (to: string, days: number, more: object = {}) => {
    const { rowVersion } = await db().submission.findUniqueOrThrow({ where: { id } });
    await moveOne(moveInput.parse({ id, rowVersion, to, ...more }), by, at(days));
  };
  if (standing === "received") return;
  if (standing === "merged") {
    if (twin) await mergeSubmissions([twin, id], by, at(1));
    return;
  }
  await move("in_review", 1);
  await assign({ ids: [id], to: "me" }, by, at(1));
  if (standing === "in review") {
    await addNote({ id, note: "Called the former school: a good report." }, by, at(1.2));
    await writeToFamily({ id, text: "Could you send us the birth certificate, please?" }, by, at(1.4));
    if (index % 2 === 0) await writeAsFamily(id, "We have sent it by post today.", at(2.5));
    return;
  }
  const visit = { date: schoolDay(stage.today, 2 + (index % 4)), time: "11:00" };
  if (standing === "invited" || standing === "enrolled") await move("invited", 2, { visit, message: letters.invited });
  if (standing === "declined") await move("declined", 3, { reason: "No place left", message: letters.declined });
  if (standing === "withdrawn") await moveAsFamily(id, "withdrawn", at(4));
  if (["offered", "accepted", "enrolled"].includes(standing)) await move("offered", 4, { message: letters.offered });
  if (["accepted", "enrolled"].includes(standing)) await moveAsFamily(id, "accepted", at(6));
  if (standing === "enrolled") await enrol(stage, id, at(8));
}

async function enrol(stage: Stage, id: string, at: Date): Promise<void> {
  const row = await db().submission.findUniqueOrThrow({ where: { id } });
  const { name, selectedClass: className, rowVersion, parentName, phone, email } = row;
  const bornOn = schoolDay(stage.today, -(className + 5) * 365 - 100);
  const guardians = [{ name: parentName, relation: "Guardian", phone, email }];
  const child = {
    id,
    rowVersion,
    name,
    // As the page proposes it.
    admissionNo: (await previewEnrolment(id, at)).admissionNo,
    bornOn,
    className,
    section: "B",
  };
  await enrolApplication(enrolInput.parse({ ...child, guardians, invite: false }), staffOf(stage, "office"), at);
}

/** What visitors wrote on the contact page. */
export async function receiveMessages(stage: Stage): Promise<void> {
  const office = staffOf(stage, "office");
  for (const [index, { name, email, days, message, answer, done }] of sampleMessages.toReversed().entries()) {
    await addMessage(messageInput.parse({ name, email, message, consent: true }), undefined);
    const { id } = await db().contactMessage.findFirstOrThrow({ orderBy: { id: "desc" } });
    const createdAt = moment(schoolDay(stage.today, -days), index);
    await db().contactMessage.update({ where: { id }, data: { createdAt } });
    const then = new Date(createdAt.getTime() + day / 2);
    if (answer) await answerMessage({ id, text: answer }, office, then);
    if (done) await finishMessage({ id, isDone: true }, office, then);
  }
}
