import { beforeEach, describe, expect, it } from "vitest";
import { moveAsFamily } from "@/features/admissions/mutations-family";
import { db } from "@/server/db/client";
import {
  type Caller,
  callerOf,
  createGuardian,
  createStaff,
  createStudent,
  refusalOf,
  submission,
  usualPassword,
} from "../factories";
import { inDays } from "../harness/days";
import { officeOfEachTest } from "../harness/office";

const admin = officeOfEachTest();
let office: Caller;

beforeEach(async () => {
  office = await callerOf((await createStaff({ role: "office" })).token);
});

const day = 24 * 60 * 60 * 1000;
const came = (days: number) => ({ createdAt: new Date(Date.now() - days * day) });

describe("applications of one family", () => {
  it("the same name and class with one shared phone or address mean the same child; a shared contact alone means a sibling", async () => {
    const own = await submission({ name: "Myra  DHOTE", phone: "098900 22314", email: "mother@example.org" });
    const same = await submission({ name: "Myra Dhote", phone: "+91 98900-22314", email: "father@example.org" });
    const byMail = await submission({ name: "Myra Dhote", phone: "0712 555 0142", email: "mother@example.org" });
    const sister = await submission({ name: "Asha Dhote", phone: "9890022314", email: "other@example.org" });
    const older = await submission({ name: "Myra Dhote", selectedClass: 9, email: "mother@example.org", phone: "1" });
    await submission({ name: "Myra Dhote", phone: "+91 11111 22222", email: "stranger@example.org" });
    const { similar } = await office.services.similar({ id: own.id });
    const likeness = new Map(similar.map((one) => [one._id, one.likeness]));
    expect([...likeness.keys()].sort()).toEqual([same.id, byMail.id, sister.id, older.id].sort());
    expect(likeness.get(same.id)).toEqual({ child: true, phone: true, email: false });
    expect(likeness.get(byMail.id)).toEqual({ child: true, phone: false, email: true });
    expect(likeness.get(sister.id)).toMatchObject({ child: false, phone: true });
    expect(likeness.get(older.id)).toMatchObject({ child: false, email: true });
  });

  it("one of several phone numbers finds one child from two parents in two scripts, and two children of one parent", async () => {
    const phone = "98900 22314 (माता) / 98231 11111 (पिता)";
    const own = await submission({ name: "Asha Rao", phone, email: "mother@example.org" });
    const twin = await submission({ name: "आशा राव", phone: "+91-98231-11111", email: "father@example.org" });
    const tara = await submission({ name: "Tara Rao", phone, email: "mother@example.org", selectedClass: 3 });
    await submission({ name: "Asha Rao", phone: "98900 22315, 98231 11112", email: "stranger@example.org" });
    const father = await createGuardian({ of: [await createStudent({ name: "Rohan Rao" })] });
    await db().user.update({ where: { id: father.id }, data: { phone: "+919823111111" } });
    const { similar, siblings } = await office.services.similar({ id: own.id });
    expect(new Map(similar.map((one) => [one._id, one.likeness]))).toEqual(
      new Map([
        [tara.id, { child: false, phone: true, email: true }],
        [twin.id, { child: false, phone: true, email: false }],
      ]),
    );
    expect(siblings).toMatchObject([{ name: "Rohan Rao" }]);
    const { merged } = (await office.services.merge({ id: own.id, otherId: twin.id })) && {
      ...(await office.services.similar({ id: own.id })),
    };
    expect(merged.map(({ reference }) => reference)).toEqual([twin.reference]);
    await db().submission.update({ where: { id: own.id }, data: { state: "accepted" } });
    const { parents } = await office.services.previewEnrolment({ id: own.id });
    expect(parents.map((one) => [one.phone, one.known.map(({ _id }) => _id)])).toEqual([
      ["+919890022314", [father.id]],
    ]);
  });

  it("students whose guardian has the phone number are named", async () => {
    const child = await createStudent({ name: "Rohan Dhote" });
    const { id } = await createGuardian({ of: [child] });
    await db().user.update({ where: { id }, data: { phone: "+919890022314" } });
    const own = await submission({ phone: "98900 22314" });
    expect((await office.services.similar({ id: own.id })).siblings).toMatchObject([{ name: "Rohan Dhote" }]);
  });
});

describe("merging two applications", () => {
  it("a teacher cannot merge; the later one becomes part of the earlier, with both numbers and parents", async () => {
    const answerDue = new Date();
    const late = await submission({ email: "father@example.org", answerDue, ...came(1) });
    const early = await submission({ email: "mother@example.org", answerDue, ...came(2) });
    const teacher = await callerOf((await createStaff({ role: "teacher", className: 7 })).token);
    const asked = { id: late.id, otherId: early.id };
    expect(await refusalOf(teacher.services.merge(asked))).toMatchObject({ code: "FORBIDDEN" });
    expect(await office.services.merge(asked)).toEqual({ _id: early.id });

    expect((await office.services.desk({})).items.map(({ _id }) => _id)).toEqual([early.id]);
    // The later one is answered together with the earlier: in the list of all, it has no due date of its own.
    const { items } = await office.services.list({});
    expect(items.map(({ _id, answerDue: due }) => [_id, due])).toEqual([
      [late.id, null],
      [early.id, answerDue],
    ]);
    expect(await office.services.countWaiting()).toMatchObject({ unopened: 1 });
    expect(await office.services.similar({ id: early.id })).toMatchObject({
      merged: [{ reference: late.reference, email: "father@example.org" }],
      similar: [],
    });
    expect(await office.services.similar({ id: late.id })).toMatchObject({
      mergedInto: { reference: early.reference },
    });
    await office.services.write({ id: early.id, text: "Please come and see us." });
    const mails = await db().mail.findMany({ orderBy: { recipient: "asc" } });
    expect(mails.map(({ recipient }) => recipient)).toEqual(["father@example.org", "mother@example.org"]);
    const moved = office.services.move({ id: late.id, rowVersion: 2, to: "waiting" });
    expect(await refusalOf(moved)).toMatchObject({ message: "This application was merged into another one." });
  });

  it("is compared by the contact and name of both parents: a third form by either, and a brother of the later one", async () => {
    const [mother, father] = [
      { phone: "98900 22314", email: "mother@example.org" },
      { phone: "98231 11111", email: "father@example.org" },
    ];
    const early = await submission({ name: "Asha Rao", ...mother, ...came(3) });
    const late = await submission({ name: "आशा राव", ...father, ...came(2) });
    await office.services.merge({ id: late.id, otherId: early.id });
    const third = await submission({ name: "Asha Rao", ...father, ...came(1) });
    const brother = await createStudent({ name: "Rohan Rao" });
    const { id } = await createGuardian({ of: [brother] });
    await db().user.update({ where: { id }, data: { phone: "+919823111111" } });
    const likeness = { child: true, phone: true, email: true };
    const found = async (own: string) => {
      const { similar, siblings } = await office.services.similar({ id: own });
      return { similar: similar.map((one) => [one._id, one.likeness]), siblings: siblings.map(({ name }) => name) };
    };
    expect(await found(early.id)).toEqual({ similar: [[third.id, likeness]], siblings: ["Rohan Rao"] });
    expect(await found(third.id)).toEqual({ similar: [[early.id, likeness]], siblings: ["Rohan Rao"] });
  });

  it("gives the later one the earlier one's state and number in the list of all, but does not show its family that number", async () => {
    const early = await submission({ email: "mother@example.org", ...came(2) });
    const late = await submission({ email: "father@example.org", ...came(1) });
    await office.services.merge({ id: late.id, otherId: early.id });
    const visit = { date: inDays(3), time: "11:00" };
    const moved = await office.services.move({ id: early.id, rowVersion: 2, to: "invited", visit });
    const invited = { state: "invited", visitAt: moved.visitAt };
    expect((await office.services.list({})).items).toMatchObject([
      { _id: late.id, reference: late.reference, ...invited, mergedInto: early.reference, isNew: false },
      { _id: early.id, ...invited, mergedInto: null, isNew: true },
    ]);
    expect(await office.services.get({ id: late.id })).toMatchObject(invited);
    const exported = await admin.people.export({ email: "father@example.org", password: usualPassword });
    expect(JSON.stringify(exported)).not.toContain(early.reference);
    await office.services.separate({ id: late.id });
    expect((await office.services.list({})).items[0]).toMatchObject({
      state: "received",
      mergedInto: null,
      isNew: true,
    });
  });

  it("puts the present state and the messages since the merge into a parent's export, and nothing of the other parent", async () => {
    const early = await submission({ email: "mother@example.org", parentName: "Rekha Das", ...came(3) });
    const late = await submission({ email: "father@example.org", ...came(2) });
    const written = async (id: string, text: string, at: Date) => {
      await office.services.write({ id, text });
      await db().submissionMessage.updateMany({ where: { text }, data: { at } });
    };
    await written(early.id, "To the mother alone.", came(1.5).createdAt);
    await office.services.merge({ id: late.id, otherId: early.id });
    const mergedAt = came(1).createdAt;
    await db().submission.update({ where: { id: late.id }, data: { mergedAt } });
    await office.services.move({ id: early.id, rowVersion: 2, to: "offered" });
    await written(early.id, "Please come and see us.", came(0.5).createdAt);
    await db().submissionMessage.createMany({
      data: [
        { submissionId: early.id, fromFamily: true, text: "Not with him.", at: came(0.4).createdAt },
        { submissionId: late.id, fromFamily: true, text: "I shall come.", at: came(0.3).createdAt },
        { submissionId: late.id, fromFamily: true, text: "Is there a bus?", at: came(1.7).createdAt },
      ],
    });
    await moveAsFamily(early.id, "accepted", new Date());
    const exported = await admin.people.export({ email: "father@example.org", password: usualPassword });
    expect(exported.applications).toMatchObject([
      {
        ...{ reference: late.reference, state: "accepted", mergedAt },
        ...(await db().submission.findUnique({ where: { id: early.id }, select: { stateAt: true, answeredAt: true } })),
        messages: [
          { text: "Is there a bus?", fromFamily: true },
          { text: "Please come and see us.", fromFamily: false },
          { text: "I shall come.", fromFamily: true },
        ],
      },
    ]);
    const [application] = exported.applications as { events: object[] }[];
    expect(application?.events.slice(-2)).toMatchObject([
      { kind: "moved", toState: "offered", byFamily: null },
      { kind: "moved", toState: "accepted", byFamily: null },
    ]);
    expect(JSON.stringify(exported)).not.toMatch(/Rekha|To the mother alone|Not with him/);
  });

  it("erasing the earlier one first names the other parent's application, which is erased with it, and counts both", async () => {
    const early = await submission({ email: "mother@example.org", selectedClass: 7, ...came(2) });
    const late = await submission({ email: "father@example.org", parentName: "Mohan Das", ...came(1) });
    await office.services.merge({ id: late.id, otherId: early.id });
    const { rows } = await admin.people.find({ email: "mother@example.org" });
    expect(rows.map(({ about }) => about)).toEqual([
      `Class 7, ${early.reference}, with ${late.reference} of Mohan Das merged into it`,
    ]);
    expect((await admin.people.find({ email: "father@example.org" })).rows[0]?.about).not.toContain(early.reference);
    await admin.people.erase({ email: "mother@example.org", password: usualPassword, rows: [early.id] });
    expect(await db().submission.count()).toBe(0);
    expect(await db().auditEvent.findFirst({ where: { action: "person-erased" } })).toMatchObject({
      detail: { applications: 2 },
    });
  });

  it("leaves the pair findable by the number, name, address and phone of either parent, and the table has both", async () => {
    const early = await submission({ parentName: "Rekha Das", phone: "98900 22314", ...came(2) });
    const late = await submission({
      parentName: "Mohan Das",
      email: "m@example.org",
      phone: "98231-11111",
      ...came(1),
    });
    await office.services.merge({ id: early.id, otherId: late.id });
    for (const search of [late.reference, "mohan", "m@example.org", "+91 98231 11111", "9823111111", "rekha"]) {
      const { items } = await office.services.desk({ search });
      expect([search, items.map(({ _id }) => _id)]).toEqual([search, [early.id]]);
      const found = await office.overview.find({ search });
      expect(found.find(({ kind }) => kind === "applications")?.items).toMatchObject([{ _id: early.id }]);
    }
    const { csv } = await office.services.exportSubmissions();
    expect(csv).toContain(`"${late.reference}","Mohan Das, m@example.org, 98231-11111"`);
  });

  it("a message that was written before the merge can still be taken back", async () => {
    const [early, late] = [await submission(came(2)), await submission({ email: "father@example.org", ...came(1) })];
    await office.services.write({ id: late.id, text: "It was meant for another family." });
    await office.services.merge({ id: late.id, otherId: early.id });
    const { steps } = await office.services.get({ id: late.id });
    const message = steps.find(({ kind }) => kind === "message");
    expect(message?.canTakeBack).toBe(true);
    await office.services.takeBack({ id: late.id, messageId: message?._id ?? "" });
    expect(await db().submissionMessage.count()).toBe(0);
  });

  it("never hides what a family was told: the earlier one must first be moved to that state", async () => {
    const merge = async (kept: "in_review" | "offered" | "accepted" | "waiting", later: "waiting" | "offered") => {
      const [early, late] = [
        await submission({ state: kept, ...came(2) }),
        await submission({ state: later, ...came(1) }),
      ];
      return { early, call: office.services.merge({ id: late.id, otherId: early.id }) };
    };
    const { early, call } = await merge("in_review", "offered");
    expect(await refusalOf(call)).toMatchObject({
      code: "CONFLICT",
      message: expect.stringMatching(/is in “Offered”/),
    });
    await office.services.move({ id: early.id, rowVersion: 1, to: "offered" });
    const late = await db().submission.findFirstOrThrow({ where: { id: { not: early.id } } });
    expect(await office.services.merge({ id: late.id, otherId: early.id })).toEqual({ _id: early.id });
    await (await merge("accepted", "offered")).call;
    await (await merge("in_review", "waiting")).call;
  });

  it("can be undone for a day by anyone in the office, and each application has its own state again", async () => {
    const [early, late] = [await submission(came(2)), await submission(came(1))];
    await office.services.merge({ id: early.id, otherId: late.id });
    await admin.services.separate({ id: late.id });
    expect((await office.services.desk({})).total).toBe(2);
    expect(await refusalOf(admin.services.separate({ id: late.id }))).toMatchObject({ code: "NOT_FOUND" });
    await office.services.merge({ id: early.id, otherId: late.id });
    await db().submission.update({ where: { id: late.id }, data: { mergedAt: new Date(Date.now() - day - 1000) } });
    expect(await refusalOf(admin.services.separate({ id: late.id }))).toMatchObject({ code: "CONFLICT" });
  });

  it.each([
    ["withdrawn", "in_review"],
    ["accepted", "waiting"],
  ] as const)("cannot be undone while a parent has it %s, unless the office moves it", async (to, next) => {
    const early = await submission({ state: "offered", ...came(2) });
    const late = await submission(came(1));
    await office.services.merge({ id: early.id, otherId: late.id });
    await moveAsFamily(late.id, to, new Date());
    expect(await refusalOf(office.services.separate({ id: late.id }))).toMatchObject({
      code: "CONFLICT",
      message: expect.stringMatching(
        /^A parent has set .*“(Withdrawn|Accepted)”\. Ask both families, .*undo the merge\.$/,
      ),
    });
    const { rowVersion } = await db().submission.findUniqueOrThrow({ where: { id: early.id } });
    await office.services.move({ id: early.id, rowVersion, to: next, reason: "It is the other child's." });
    await office.services.separate({ id: late.id });
    expect(await db().submission.findUnique({ where: { id: late.id } })).toMatchObject({ state: "received" });
  });

  it("can be undone if a parent moved one of the two before the merge", async () => {
    const [early, late] = [await submission({ state: "offered", ...came(2) }), await submission(came(1))];
    await moveAsFamily(early.id, "accepted", new Date(Date.now() - day));
    await office.services.merge({ id: early.id, otherId: late.id });
    await office.services.separate({ id: late.id });
    expect((await office.services.desk({})).total).toBe(2);
  });

  it("is refused for a closed or merged application and for one with itself, and happens once if two people press", async () => {
    const [one, other, over] = [
      await submission(came(3)),
      await submission(came(2)),
      await submission({ state: "declined" }),
    ];
    const refused = (id: string, otherId: string) => refusalOf(office.services.merge({ id, otherId }));
    expect(await refused(one.id, over.id)).toMatchObject({ message: "Only open applications can be merged." });
    expect(await refused(one.id, one.id)).toMatchObject({ code: "NOT_FOUND" });
    const pressed = [office, admin, office, admin].map((who, press) =>
      who.services.merge(press % 2 ? { id: one.id, otherId: other.id } : { id: other.id, otherId: one.id }).then(
        () => "merged",
        () => "refused",
      ),
    );
    expect((await Promise.all(pressed)).filter((outcome) => outcome === "merged")).toHaveLength(1);
    const third = await submission(came(5));
    expect(await refused(third.id, one.id)).toMatchObject({ code: "CONFLICT" });
  });
});
