import { randomUUID } from "node:crypto";
import { beforeEach, expect, it, vi } from "vitest";
import EnrolPage from "@/app/admin/get-info/[id]/enrol/page";
import MailPage from "@/app/admin/mail/page";
import { generateMetadata as titleForStaff } from "@/app/admin/notices/for-me/[id]/page";
import { ProveFirstPage } from "@/app/prove-first";
import MyNoticePage, { generateMetadata as titleForFamily } from "@/app/user/notices/[id]/page";
import MyCalendarPage from "@/app/user/tests/calendar/page";
import { readers } from "@/features/notices/messages-readers";
import { db } from "@/server/db/client";
import { createStudent, schoolYear, submission, tokenFor } from "../factories";
import { published, toClass7A } from "../harness/notices";
import { officeOfEachTest } from "../harness/office";

const opened = vi.hoisted((): { token: string } => ({ token: "" }));
vi.mock("next/headers", () => ({ headers: async () => new Headers({ authorization: `Bearer ${opened.token}` }) }));

const office = officeOfEachTest();

beforeEach(async () => {
  opened.token = await tokenFor(await db().user.findFirstOrThrow());
});

const paramsOf = (id: string) => ({ params: Promise.resolve({ id }) });

it("the enrolment page of a merged application has no form, and links to the other application", async () => {
  await schoolYear();
  const contact = { name: "Asha Rao", phone: "98900 22314" };
  const [kept, other] = [await submission({ ...contact, state: "accepted" }), await submission(contact)];
  const pageOf = async (id: string) => JSON.stringify(await EnrolPage(paramsOf(id)));
  expect(await pageOf(kept.id)).toContain('"preview":');
  await office.services.merge({ id: kept.id, otherId: other.id });
  const merged = await pageOf(other.id);
  expect(merged).not.toContain('"preview":');
  expect(merged).toContain(`This application was merged into ${kept.reference}.`);
  expect(merged).toContain(`"href":"/admin/get-info/${kept.id}"`);
});

it("the emails of a notice can be found after it was withdrawn", async () => {
  const found = async (asked: Record<string, string>) => {
    const page = await MailPage({ searchParams: Promise.resolve(asked) });
    return page.props.children.find(({ props }: { props: object }) => "notices" in props).props.notices;
  };
  const first = await published(office, { title: "First" });
  const second = await published(office, { title: "Second" });
  const third = await published(office, { title: "Third" });
  await office.notices.withdraw({ ...second, reason: "It is over." });
  const draft = await office.notices.add({ ...toClass7A, title: "Draft" });
  const withdrawn = { id: second.id, title: "Second · Withdrawn" };
  const [one, three] = [
    { id: first.id, title: "First" },
    { id: third.id, title: "Third" },
  ];
  expect(await found({})).toEqual([three, withdrawn, one]);
  expect(await found({ notice: second.id })).toEqual([withdrawn, three, one]);
  expect(await found({ notice: draft._id })).toEqual([{ id: draft._id, title: "Draft" }, three, withdrawn, one]);
});

it("a person who is not proven yet is asked for the proof before a notice is called gone or a calendar is empty", async () => {
  const { id } = await createStudent({ isKnown: false });
  opened.token = await tokenFor(await db().user.update({ where: { id }, data: { email: null, username: "asha" } }));
  const pages = async () =>
    [await MyNoticePage(paramsOf(randomUUID())), await MyCalendarPage()].map(({ type }) => type);
  expect(await pages()).toEqual([ProveFirstPage, ProveFirstPage]);
  await db().user.update({ where: { id }, data: { vouchedAt: new Date() } });
  expect(await pages()).not.toContain(ProveFirstPage);
});

it("the page of a notice has the notice's title, which a refresh announces, or the list's once the notice is gone", async () => {
  const [student, { id: schoolYearId }] = [await createStudent(), await schoolYear()];
  const place = { schoolYearId, className: 7, fromDay: new Date("2026-04-01") };
  await db().enrolment.create({ data: { studentId: student.id, ...place } });
  const [staffToken, studentToken] = [opened.token, await tokenFor(student)];
  const titles = async (id: string) => {
    opened.token = studentToken;
    const { title } = await titleForFamily(paramsOf(id));
    opened.token = staffToken;
    return [title, (await titleForStaff(paramsOf(id))).title];
  };
  const { id } = await published(office, { title: "Visit", audience: [{ kind: "staff" }, { kind: "students" }] });
  expect(await titles(id)).toEqual(["Visit", "Visit"]);
  expect(await titles(randomUUID())).toEqual([readers.title, readers.staffTitle]);
});
