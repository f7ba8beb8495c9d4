import { join } from "@/features/codes/mutations-join";
import { addStaff, endAccess, grantMore } from "@/features/staff/mutations";
import type { AddStaffInput } from "@/features/staff/schema";
import { db } from "@/server/db/client";
import { say } from "../command";
import { samplePassword, schoolDay } from "./content";
import { sampleYear } from "./people";
import { fewAtATime, type Stage } from "./stage";

type Grant = Omit<AddStaffInput, "name" | "email" | "subjectId"> & { subject?: string };
type Member = { post: string; name: string; mailbox: string; grants: Grant[]; login: "active" | "invited" | "ended" };

const teacher = (className: number, more: Partial<Grant> = {}): Grant => ({ role: "teacher", className, ...more });

/** All members of the staff. */
export const sampleStaff: Member[] = [
  { post: "head", name: "Sunanda Bapat", mailbox: "head", grants: [{ role: "administrator" }], login: "active" },
  { post: "office", name: "Prakash Gokhale", mailbox: "office.gokhale", grants: [{ role: "office" }], login: "active" },
  {
    post: "second office",
    name: "Nandini Kelkar",
    mailbox: "office.kelkar",
    grants: [{ role: "office" }],
    login: "active",
  },
  {
    ...{ post: "class teacher of 7 A", name: "Farida Qureshi", mailbox: "farida.qureshi", login: "active" },
    grants: [teacher(7, { section: "A" }), teacher(8, { subject: "Science" })],
  },
  {
    ...{ post: "class teacher of 10", name: "Anil Khobragade", mailbox: "anil.khobragade", login: "active" },
    grants: [teacher(10)],
  },
  {
    ...{ post: "teacher of Mathematics", name: "Lalita Subramanian", mailbox: "lalita.subramanian", login: "active" },
    grants: [9, 10, 11, 12].map((className) => teacher(className, { subject: "Mathematics" })),
  },
  {
    ...{ post: "teacher of English", name: "Joseph Pereira", mailbox: "joseph.pereira", login: "active" },
    grants: [6, 7, 8].map((className) => teacher(className, { subject: "English" })),
  },
  {
    ...{ post: "substitute", name: "Rohini Mankar", mailbox: "rohini.mankar", login: "invited" },
    grants: [teacher(3, { section: "B", toDay: "later" })],
  },
  {
    ...{ post: "former teacher", name: "Suresh Borkar", mailbox: "suresh.borkar", login: "ended" },
    grants: [teacher(6)],
  },
];

/** The address of a staff member. */
export const staffAddress = ({ mailbox }: Member) => `${mailbox}@staff.lyceum.example`;

async function subjectIdOf(name: string | undefined): Promise<string | undefined> {
  if (name === undefined) return undefined;
  return (await db().subject.findFirstOrThrow({ where: { name }, select: { id: true } })).id;
}

/** Adds all of them to the staff; most have used their code. */
export async function addSampleStaff(stage: Stage): Promise<void> {
  const { today, admin } = stage;
  const year = sampleYear(today);
  const givenOf = async ({ subject, ...grant }: Grant) => ({
    ...grant,
    subjectId: await subjectIdOf(subject),
    fromDay: year.firstDay,
    toDay: grant.toDay === undefined ? undefined : schoolDay(today, 40),
  });
  await fewAtATime(sampleStaff, async (member) => {
    const [first, ...more] = member.grants;
    if (!first) return;
    const person = { name: member.name, email: staffAddress(member) };
    const { userId, code } = await addStaff({ ...person, ...(await givenOf(first)) }, admin, new Date());
    for (const grant of more) await grantMore({ userId, ...(await givenOf(grant)) }, admin, new Date());
    if (member.login === "invited" || code === null) return;
    await join({ code, email: null, password: samplePassword }, { address: undefined, device: undefined }, new Date());
    if (member.login === "ended") await endAccess(userId, admin, new Date());
    else stage.staff[member.post] = await stage.as(userId, "admin");
  });
  say(`Took ${sampleStaff.length} people onto the staff.`);
}
