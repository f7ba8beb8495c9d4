import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import PostalMime from "postal-mime";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { createCaller } from "@/features";
import { admissionMails } from "@/features/admissions/emails";
import { addSubmission } from "@/features/admissions/mutations";
import { submissionInput } from "@/features/admissions/schema";
import { db, pool } from "@/server/db/client";
import { deliverDueEmails } from "@/server/mail/delivery";
import { type Caller, callerOf, createStudent, refusalOf, submission, tokenFor } from "../factories";
import { officeOfEachTest } from "../harness/office";
import { withSettings } from "../harness/settings";

const dataDir = await mkdtemp(join(tmpdir(), "lyceum-services-"));
withSettings({ DATA_DIR: dataDir });
afterAll(() => rm(dataDir, { recursive: true }));

let visitor: Caller;
const admin = officeOfEachTest();

beforeEach(async () => {
  visitor = await callerOf(null);
});

type Given = Parameters<Caller["services"]["submit"]>[0];
const application = (more: object = {}): Given => ({
  selectedClass: "Class 7",
  name: "Kiran Das",
  parentName: "Mohan Das",
  email: "Das@Example.org ",
  phone: "+91 98765 43210",
  ...more,
});

describe("list of applications", () => {
  it("visitors and students cannot read applications", async () => {
    await submission();
    expect(await refusalOf(visitor.services.list({}))).toMatchObject({ code: "UNAUTHORIZED" });
    const student = await callerOf(await tokenFor(await createStudent()));
    expect(await refusalOf(student.services.list({}))).toMatchObject({ code: "FORBIDDEN" });
    expect((await admin.services.list({})).items).toHaveLength(1);
  });

  it("applications are listed with all fields, newest first", async () => {
    await submission({ name: "first", createdAt: new Date("2026-01-01") });
    await submission({ name: "third", createdAt: new Date("2026-01-03") });
    await submission({ name: "second", createdAt: new Date("2026-01-02"), previousSchool: "Hill School" });
    const { items } = await admin.services.list({});
    expect(items.map(({ name }) => name)).toEqual(["third", "second", "first"]);
    expect(items[1]).toEqual({
      _id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      reference: expect.stringMatching(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/),
      name: "second",
      selectedClass: 7,
      parentName: "Mohan Das",
      email: "das@example.org",
      phone: "+91 98765 43210",
      previousSchool: "Hill School",
      createdAt: new Date("2026-01-02"),
      ...{ isNew: true, state: "received", answerDue: null, answeredAt: null, mergedInto: null },
      givenClass: null,
      visitAt: null,
    });
  });

  it("applications are paged, each once, even with equal times", async () => {
    const createdAt = new Date("2026-01-01");
    for (let count = 0; count < 7; count += 1) await submission({ createdAt });
    const whole = (await admin.services.list({})).items.map(({ _id }) => _id);
    for (const limit of [1, 2, 3, 7]) {
      const walked: string[] = [];
      for (let cursor: string | null | undefined; cursor !== null; ) {
        const page = await admin.services.list({ limit, ...(cursor && { cursor }) });
        walked.push(...page.items.map(({ _id }) => _id));
        cursor = page.nextCursor;
      }
      expect(walked).toEqual(whole);
    }
  });
});

describe("reading applications", () => {
  it("reading applications records an audit event with the count of each page, and no names", async () => {
    for (let count = 0; count < 3; count += 1) await submission();
    const { nextCursor } = await admin.services.list({ limit: 2 });
    await admin.services.list({ limit: 2, cursor: nextCursor ?? "" });
    const events = await db().auditEvent.findMany({ orderBy: { at: "asc" } });
    const read = { action: "submissions-read", actorRole: "admin", subjectId: null, address: null };
    expect(events).toMatchObject([
      { ...read, detail: { count: 2 } },
      { ...read, detail: { count: 1 } },
    ]);
  });

  it("reading an empty list of applications records no audit event", async () => {
    await admin.services.list({});
    expect(await db().auditEvent.count()).toBe(0);
  });

  it("each application is new until it is opened", async () => {
    const [one, other] = [await submission(), await submission()];
    expect(await admin.services.countWaiting()).toMatchObject({ unopened: 2 });
    expect(await admin.services.markOpened({ id: one.id })).toBeNull();
    expect(await admin.services.countWaiting()).toMatchObject({ unopened: 1 });
    const isNew = new Map((await admin.services.list({})).items.map((item) => [item._id, item.isNew]));
    expect([isNew.get(one.id), isNew.get(other.id)]).toEqual([false, true]);
  });

  it("an application is overdue until it is answered, opened or not", async () => {
    const late = { answerDue: new Date(Date.now() - 60_000) };
    await submission({ answerDue: new Date(Date.now() + 60_000) });
    await submission({ ...late, openedAt: new Date() });
    await submission({ ...late, openedAt: new Date(), answeredAt: new Date(), state: "in_review" });
    await submission({ ...late, openedAt: new Date(), state: "withdrawn" });
    expect(await admin.services.countWaiting()).toEqual({ unopened: 1, overdue: 1 });
  });

  it("the first opening time of an application is kept", async () => {
    const openedAt = new Date("2026-01-02T03:04:05Z");
    const { id } = await submission({ openedAt });
    await admin.services.markOpened({ id });
    expect(await db().submission.findUnique({ where: { id } })).toMatchObject({ openedAt });
  });

  it.each(["", "1", "' or 1=1 --", undefined])("opening rejects the id %j", async (id) => {
    await submission();
    const given = { id } as { id: string };
    expect(await refusalOf(admin.services.markOpened(given))).toMatchObject({ code: "BAD_REQUEST" });
    expect(await admin.services.countWaiting()).toMatchObject({ unopened: 1 });
  });
});

describe("reference of an application", () => {
  const given = submissionInput.parse(application());

  it("a reference has eight unambiguous letters and digits, and is unique", async () => {
    const references = new Set<string>();
    for (let count = 0; count < 50; count += 1) {
      const { reference, mailed } = await visitor.services.submit(application());
      expect(reference).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/);
      expect(mailed).toBe(false);
      references.add(reference);
    }
    expect(references.size).toBe(50);
    expect(await db().submission.count({ where: { reference: { in: [...references] } } })).toBe(50);
  });

  it("a reference that is already used is generated again", async () => {
    const draws = [7, 7, 7, 8].map((byte) => new Uint8Array(8).fill(byte));
    const random = () => draws.shift() ?? new Uint8Array(8);
    const references = [
      await addSubmission(given, undefined, random),
      await addSubmission(given, undefined, random),
    ].map(({ reference }) => reference);
    expect(references).toEqual(["7777-7777", "8888-8888"]);
    expect(draws).toEqual([]);
    expect(await db().mail.count()).toBe(2);
  });
});

describe("receipt of an application", () => {
  async function mailsFor(address: string) {
    const folder = join(dataDir, "mail");
    const mails = [];
    for (const name of await readdir(folder)) mails.push(await PostalMime.parse(await readFile(join(folder, name))));
    return mails.filter(({ to }) => to?.some((one) => "address" in one && one.address === address));
  }

  it("the receipt has reference, class and the next steps, but no text of the sender", async () => {
    const typed = {
      email: "stranger@example.org",
      name: "Buy cheap watches",
      parentName: "https://watches.example",
      phone: "0900 666 666",
      previousSchool: "Click <b>here</b>",
    };
    const { reference } = await visitor.services.submit(application({ ...typed, selectedClass: 9 }));
    await deliverDueEmails(admissionMails);
    const [mail, ...more] = await mailsFor("stranger@example.org");
    expect(more).toEqual([]);
    expect(mail?.subject).toContain(reference);
    for (const text of [mail?.text, mail?.html]) {
      for (const part of [reference, "Class 9", "2 business days"]) expect(text).toContain(part);
      expect(text).not.toMatch(/watches|0900|click|here<|Buy/i);
    }
    expect(mail?.replyTo).toMatchObject([{ address: "hello@lyceum.example" }]);
  });

  it("the receipt is enqueued once, in the application's transaction, without an account", async () => {
    const student = await createStudent({ email: "das@example.org" });
    const { _id } = await (await callerOf(await tokenFor(student))).services.submit(application());
    expect(await db().mail.findMany()).toMatchObject([
      {
        kind: "admissionReceipt",
        event: `admissionReceipt:${_id}`,
        recipient: "das@example.org",
        userId: null,
        about: { submissionId: _id },
      },
    ]);
  });

  it("the receipt is dropped if the application is deleted or has no reference", async () => {
    await visitor.services.submit(application());
    const [mail] = await db().mail.findMany();
    await db().submission.deleteMany();
    expect(mail && (await admissionMails.admissionReceipt?.(mail))).toBeNull();

    await pool().query("alter table mails add constraint mails_none_check check (false) not valid");
    try {
      await expect(visitor.services.submit(application())).rejects.toThrow();
    } finally {
      await pool().query("alter table mails drop constraint mails_none_check");
    }
    expect(await db().submission.count()).toBe(0);
  });
});

describe("an application that is sent again", () => {
  const key = "3405691582-1-2-3";
  const at = (address: string) => createCaller({ principal: null, address });

  it("because its response was lost gets the same response, even from another network: one number and one receipt", async () => {
    const first = await at("10.0.0.1").services.submit(application({ key }));
    expect(first.createdAt).toBeInstanceOf(Date);
    expect(await at("10.0.0.2").services.submit(application({ key }))).toEqual(first);
    expect([await db().submission.count(), await db().mail.count()]).toEqual([1, 1]);
    const other = await visitor.services.submit(application({ key: `${key}4` }));
    expect(other.reference).not.toBe(first.reference);
    expect((await visitor.services.submit(application())).reference).not.toBe(first.reference);
    expect(await db().submission.count()).toBe(3);
  });

  it("at the same time is one, another child with its key sees nothing, and a refusal frees the key", async () => {
    const wrong = visitor.services.submit(application({ key, phone: "none" }));
    expect(await refusalOf(wrong)).toMatchObject({ code: "BAD_REQUEST" });
    await Promise.allSettled(Array.from({ length: 5 }, () => visitor.services.submit(application({ key }))));
    expect(await db().submission.count()).toBe(1);
    const stranger = visitor.services.submit(application({ key, name: "Asha Rao" }));
    expect(await refusalOf(stranger)).toMatchObject({ code: "KEY_REUSED" });
    expect(await refusalOf(visitor.services.submit(application({ key: "1" })))).toMatchObject({ code: "BAD_REQUEST" });
    expect(await db().submission.count()).toBe(1);
  });
});

describe("rate limit of applications", () => {
  const at = (address: string) => createCaller({ principal: null, address });

  it("too many applications from one network are rejected for the rest of the hour; other networks and messages are not affected", async () => {
    for (let count = 0; count < 20; count += 1) await at("10.0.0.1").services.submit(application());
    const refusal = await refusalOf(at("10.0.0.1").services.submit(application()));
    expect(refusal.code).toBe("TOO_MANY_REQUESTS");
    expect(refusal.message).toMatch(/^There were too many tries\. Please try again in (59|60) minutes\.$/);
    expect(await db().submission.count()).toBe(20);
    expect(await db().mail.count()).toBe(20);

    await at("10.0.0.2").services.submit(application());
    const message = { name: "Mohan Das", email: "das@example.org", message: "Hello", consent: true } as const;
    expect(await at("10.0.0.1").services.sendMessage(message)).toBeNull();
  });

  it("rejected applications do not count towards the limit", async () => {
    for (let count = 0; count < 25; count += 1) {
      const wrong = at("10.0.0.1").services.submit(application({ name: "" }));
      expect(await refusalOf(wrong)).toMatchObject({ code: "BAD_REQUEST" });
    }
    await at("10.0.0.1").services.submit(application());
  });
});

describe("application", () => {
  it.each([7, "7", "Class 7", 1, 12])("an application accepts the class %j", async (selectedClass) => {
    const { mailed: _, ...sent } = await visitor.services.submit(application({ selectedClass }));
    expect(sent).toMatchObject({ email: "das@example.org", previousSchool: null });
    expect(sent.selectedClass).toBe(typeof selectedClass === "number" ? selectedClass : 7);
    expect((await admin.services.list({})).items).toEqual([{ ...sent, givenClass: null, visitAt: null }]);
  });

  it("an application accepts names and schools in any script", async () => {
    const names = { name: "ਕਿਰਨ 👧🏽", parentName: "د. محمد", previousSchool: "학교 «№1»" };
    expect(await visitor.services.submit(application(names))).toMatchObject(names);
  });

  it.each(["", "  ", null, undefined])(
    "an application with the previous school %j has none",
    async (previousSchool) => {
      expect((await visitor.services.submit(application({ previousSchool }))).previousSchool).toBeNull();
    },
  );

  it("an application keeps a phone as it was typed, with the digits of any script", async () => {
    const phone = "९८९०० २२३१४ (माता) / 98231-11111, after 6";
    expect((await visitor.services.submit(application({ phone }))).phone).toBe(
      "98900 22314 (माता) / 98231-11111, after 6",
    );
    for (const search of ["9890022314", "98231 11111", "माता"])
      expect((await admin.services.desk({ search })).total, search).toBe(1);
  });

  it.each(["+91 98765 43210", "0123456789", "(022) 555-1234", "12345"])(
    "an application accepts the phone number %s",
    async (phone) => {
      expect((await visitor.services.submit(application({ phone }))).phone).toBe(phone);
    },
  );

  it.each([
    [{ selectedClass: "" }, "selectedClass", "Please select a class from 1 to 12."],
    [{ selectedClass: undefined }, "selectedClass", "Please select a class from 1 to 12."],
    [{ selectedClass: 13 }, "selectedClass", "Please select a class from 1 to 12."],
    [{ name: "" }, "name", "Name is required."],
    [{ parentName: "   " }, "parentName", "Parent Name is required."],
    [{ email: "das@" }, "email", "Please enter a valid email address."],
    [{ email: undefined }, "email", "Email is required."],
    [{ phone: "call me" }, "phone", "Please enter a valid phone number."],
    [{ phone: "1 or 1=1" }, "phone", "Please enter a valid phone number."],
    [{ previousSchool: "x".repeat(201) }, "previousSchool", "Previous School can have 200 characters at most."],
  ])("an application with %j is rejected", async (wrong, field, message) => {
    expect(await refusalOf(visitor.services.submit(application(wrong)))).toEqual({
      code: "BAD_REQUEST",
      message,
      issues: [{ path: [field], message }],
    });
    expect(await db().submission.count()).toBe(0);
  });

  it.each(["role", "_id", "createdAt", "__proto__", "constructor"])(
    "an application with the unknown key %s is rejected",
    async (key) => {
      const given = JSON.parse(JSON.stringify(application()).replace("{", `{"${key}":"x",`));
      expect(await refusalOf(visitor.services.submit(given))).toMatchObject({ code: "BAD_REQUEST" });
      expect(await db().submission.count()).toBe(0);
    },
  );
});
