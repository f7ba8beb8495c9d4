import { listOwn } from "@/features/notices/data-own";
import { addNotice } from "@/features/notices/mutations";
import { changeNotice, withdrawNotice } from "@/features/notices/mutations-change";
import { publishDue, publishNotice } from "@/features/notices/mutations-publish";
import { confirmNotice, openNotice } from "@/features/notices/mutations-read";
import { noticeInput } from "@/features/notices/schema";
import type { Principal } from "@/lib/principal";
import { db } from "@/server/db/client";
import { say } from "../command";
import { moment, schoolDay } from "./content";
import { samplePupils } from "./people";
import { idOf, type Stage, staffOf } from "./stage";

type State = "draft" | "scheduled" | "published" | "changed" | "withdrawn";
type Sample = {
  by: string;
  days: number;
  state: State;
  title: string;
  text: string;
  audience: object[];
  more?: object;
};

const toClass = (className: number, section?: string) => ({ kind: "class", className, ...(section && { section }) });

/** `days`: since it was published, or until it will be. */
const samples: Sample[] = [
  {
    ...{ by: "office", days: 21, state: "published", title: "Admissions for the coming year are open" },
    text: "Families can apply on our website. Bring the last report card to the visit.\n\n- Classes 1 to 11 have places\n- Class 12 is closed",
    ...{ audience: [{ kind: "public" }], more: { pinned: true } },
  },
  {
    ...{ by: "office", days: 16, state: "published", title: "Winter uniform from Monday" },
    text: "Sweaters are worn from Monday on. Names belong into sweaters and caps.",
    audience: [{ kind: "students" }],
  },
  {
    ...{ by: "office", days: 9, state: "changed", title: "Annual Day: please confirm who comes" },
    text: "Annual Day begins at 17:00 in the hall. Two seats are kept for each family.\n\nPlease confirm, so that we know how many chairs we need.",
    ...{ audience: [{ kind: "students" }], more: { mustConfirm: true } },
  },
  {
    ...{ by: "class teacher of 7 A", days: 4, state: "published", title: "Visit to the science centre" },
    text: "Class 7 A goes to the Raman Science Centre. The bus leaves at 08:30.\n\n- A water bottle\n- A packed lunch\n- No money is needed",
    ...{ audience: [toClass(7, "A")], more: { mustConfirm: true } },
  },
  {
    ...{ by: "class teacher of 10", days: 2, state: "published", title: "Extra lessons before the model test" },
    text: "Mathematics on Saturdays, 09:00 to 11:00, in Room 12. Whoever wants to may come.",
    audience: [toClass(10)],
  },
  {
    ...{ by: "office", days: 1, state: "published", title: "Meeting on Friday at 16:00" },
    text: "All teachers: marks of Unit Test 3 are to be in the sheets by Friday noon.",
    audience: [{ kind: "staff" }],
  },
  {
    ...{ by: "office", days: 6, state: "withdrawn", title: "School is closed on Tuesday" },
    text: "Because of the municipal election there are no lessons on Tuesday.",
    audience: [{ kind: "students" }],
  },
  {
    ...{ by: "office", days: 3, state: "scheduled", title: "Sports day: what to bring" },
    text: "White shoes, a cap and a bottle of water. Lessons end at noon.",
    audience: [{ kind: "students" }],
  },
  {
    ...{ by: "teacher of English", days: 0, state: "draft", title: "Recitation competition" },
    text: "One poem of at least twelve lines, by heart.",
    audience: [toClass(6), toClass(7), toClass(8)],
  },
];

/** Writes the notices; families and staff have read some and confirmed some. */
export async function writeNotices(stage: Stage): Promise<void> {
  for (const sample of samples) await writeOne(stage, sample);
  await writeToOneFamily(stage);
  await publishDue(new Date());
  const people = await db().user.findMany({
    where: { passwordHash: { not: null }, role: "user" },
    orderBy: [{ name: "asc" }, { email: "asc" }],
    select: { id: true },
  });
  for (const [index, { id }] of people.entries()) if (index % 4 !== 3) await readAs(await stage.as(id, "user"), index);
  for (const post of ["head", "class teacher of 7 A", "teacher of English"]) await readAs(staffOf(stage, post), 0);
  say(`Wrote ${await db().notice.count()} notices; they have been read ${await db().noticeReceipt.count()} times.`);
}

async function writeOne(stage: Stage, { by, days, state, title, text, audience, more }: Sample): Promise<void> {
  const writer = staffOf(stage, by);
  const input = noticeInput.parse({ title, text, audience, ...more });
  const { _id: id, rowVersion } = await addNotice(input, writer);
  if (state === "draft") return;
  if (state === "scheduled") {
    const at = { date: schoolDay(stage.today, days), time: "09:00" };
    await publishNotice({ id, rowVersion, at }, writer, new Date());
    return;
  }
  const then = moment(schoolDay(stage.today, -days), days);
  const later = new Date(then.getTime() + 26 * 60 * 60_000);
  const { rowVersion: seen } = await publishNotice({ id, rowVersion }, writer, then);
  if (state === "withdrawn") {
    const reason = "The election is on Wednesday, a new notice follows";
    await withdrawNotice({ id, rowVersion: seen, reason }, writer, later);
  }
  if (state === "changed") {
    const changed = { title, text: text.replace("17:00", "17:30"), until: undefined, pinned: false, askAgain: false };
    await changeNotice({ id, rowVersion: seen, ...changed }, writer, later);
  }
}

async function writeToOneFamily(stage: Stage): Promise<void> {
  const pupil = samplePupils(stage.today).find(({ name }) => name === "Nisha Meshram");
  if (!pupil) return;
  const about = { title: "Nisha's library book", text: "Please bring back “The Blue Umbrella” this week." };
  const audience = [{ kind: "student", studentId: idOf(stage, pupil) }];
  const writer = staffOf(stage, "second office");
  const { _id: id, rowVersion } = await addNotice(noticeInput.parse({ ...about, audience }), writer);
  await publishNotice({ id, rowVersion }, writer, moment(schoolDay(stage.today, -3), 5));
}

/** A reader opens most notices, and confirms some. */
async function readAs(reader: Principal, turn: number): Promise<void> {
  const now = new Date();
  const { items } = await listOwn({ page: 1, limit: 50 }, reader, now);
  for (const [index, { _id: id }] of items.entries()) {
    if ((index + turn) % 5 === 4) continue;
    const { of, state, version, mustConfirm } = await openNotice(id, reader, now);
    if (state !== "published" || !mustConfirm || turn % 3 === 2) continue;
    for (const { studentId } of of)
      if (studentId !== null) await confirmNotice({ id, version, studentId }, reader, now);
  }
}
