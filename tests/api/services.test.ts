import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import PostalMime from "postal-mime";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createCaller } from "@/api/root";
import { serviceMails } from "@/features/services/mails";
import { addSubmission } from "@/features/services/mutations";
import { submissionInput } from "@/features/services/schema";
import { db, pool } from "@/server/db";
import { prepareJobs } from "@/server/jobs";
import { sendDueMails } from "@/server/mail-run";
import { admin, type Caller, callerOf, refusalOf, student, submission, tokenFor } from "../factories";
import { resetDatabase } from "../setup/database";

const dataDir = await mkdtemp(join(tmpdir(), "lyceum-services-"));
process.env.DATA_DIR = dataDir;
afterAll(() => rm(dataDir, { recursive: true }));

let visitor: Caller;
let head: Caller;

beforeAll(prepareJobs);
beforeEach(async () => {
  await resetDatabase();
  visitor = await callerOf(null);
  head = await callerOf(await tokenFor(await admin()));
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

describe("the applications of families", () => {
  it("are read by the administrator alone", async () => {
    await submission();
    expect(await refusalOf(visitor.services.list({}))).toMatchObject({ code: "UNAUTHORIZED" });
    const pupil = await callerOf(await tokenFor(await student()));
    expect(await refusalOf(pupil.services.list({}))).toMatchObject({ code: "FORBIDDEN" });
    expect((await head.services.list({})).items).toHaveLength(1);
  });

  it("are listed with all that was sent, newest first", async () => {
    await submission({ name: "first", createdAt: new Date("2026-01-01") });
    await submission({ name: "third", createdAt: new Date("2026-01-03") });
    await submission({ name: "second", createdAt: new Date("2026-01-02"), previousSchool: "Hill School" });
    const { items } = await head.services.list({});
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
      isNew: true,
    });
  });

  it("are paged without doubles, though all came at once", async () => {
    const createdAt = new Date("2026-01-01");
    for (let count = 0; count < 7; count += 1) await submission({ createdAt });
    const whole = (await head.services.list({})).items.map(({ _id }) => _id);
    for (const limit of [1, 2, 3, 7]) {
      const walked: string[] = [];
      for (let cursor: string | null | undefined; cursor !== null; ) {
        const page = await head.services.list({ limit, ...(cursor && { cursor }) });
        walked.push(...page.items.map(({ _id }) => _id));
        cursor = page.nextCursor;
      }
      expect(walked).toEqual(whole);
    }
  });
});

describe("reading the applications", () => {
  it("goes on record with the count of each page, and names nobody", async () => {
    for (let count = 0; count < 3; count += 1) await submission();
    const { nextCursor } = await head.services.list({ limit: 2 });
    await head.services.list({ limit: 2, cursor: nextCursor ?? "" });
    const events = await db().auditEvent.findMany({ orderBy: { at: "asc" } });
    const read = { action: "submissions-read", actorRole: "admin", subjectId: null, address: null };
    expect(events).toMatchObject([
      { ...read, detail: { count: 2 } },
      { ...read, detail: { count: 1 } },
    ]);
  });

  it("leaves nothing on record where there are none", async () => {
    await head.services.list({});
    expect(await db().auditEvent.count()).toBe(0);
  });

  it("finds them new until they were opened, each for itself", async () => {
    const [one, other] = [await submission(), await submission()];
    expect(await head.services.countNew()).toBe(2);
    expect(await head.services.markOpened({ id: one.id })).toBeNull();
    expect(await head.services.countNew()).toBe(1);
    const isNew = new Map((await head.services.list({})).items.map((item) => [item._id, item.isNew]));
    expect([isNew.get(one.id), isNew.get(other.id)]).toEqual([false, true]);
  });

  it("keeps when it was opened first", async () => {
    const openedAt = new Date("2026-01-02T03:04:05Z");
    const { id } = await submission({ openedAt });
    await head.services.markOpened({ id });
    expect(await db().submission.findUnique({ where: { id } })).toMatchObject({ openedAt });
  });

  it.each(["", "1", "' or 1=1 --", undefined])("opens nothing by the id %j", async (id) => {
    await submission();
    const given = { id } as { id: string };
    expect(await refusalOf(head.services.markOpened(given))).toMatchObject({ code: "BAD_REQUEST" });
    expect(await head.services.countNew()).toBe(1);
  });
});

describe("the reference of an application", () => {
  const given = submissionInput.parse(application());

  it("is eight letters and figures that are not mistaken for each other, and no two are alike", async () => {
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

  it("is drawn again when it is taken", async () => {
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

describe("the receipt of an application", () => {
  /** The mails in the folder for an address. */
  async function mailsFor(address: string) {
    const folder = join(dataDir, "mail");
    const mails = [];
    for (const name of await readdir(folder)) mails.push(await PostalMime.parse(await readFile(join(folder, name))));
    return mails.filter(({ to }) => to?.some((one) => "address" in one && one.address === address));
  }

  it("reaches the family with reference, class and what comes next, and not a word that was typed", async () => {
    const typed = {
      email: "stranger@example.org",
      name: "Buy cheap watches",
      parentName: "https://watches.example",
      phone: "0900 666 666",
      previousSchool: "Click <b>here</b>",
    };
    const { reference } = await visitor.services.submit(application({ ...typed, selectedClass: 9 }));
    await sendDueMails(serviceMails);
    const [mail, ...more] = await mailsFor("stranger@example.org");
    expect(more).toEqual([]);
    expect(mail?.subject).toContain(reference);
    for (const text of [mail?.text, mail?.html]) {
      for (const part of [reference, "Class 9", "2 business days"]) expect(text).toContain(part);
      expect(text).not.toMatch(/watches|0900|click|here<|Buy/i);
    }
    expect(mail?.replyTo).toBeUndefined();
  });

  it("is ordered with the application, once, and belongs to no account", async () => {
    const pupil = await student({ email: "das@example.org" });
    const { _id } = await (await callerOf(await tokenFor(pupil))).services.submit(application());
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

  it("is not written for an application that is gone, nor an application without it", async () => {
    await visitor.services.submit(application());
    const [mail] = await db().mail.findMany();
    await db().submission.deleteMany();
    expect(mail && (await serviceMails.admissionReceipt?.(mail))).toBeNull();

    await pool().query("alter table mails add constraint mails_none_check check (false) not valid");
    try {
      await expect(visitor.services.submit(application())).rejects.toThrow();
    } finally {
      await pool().query("alter table mails drop constraint mails_none_check");
    }
    expect(await db().submission.count()).toBe(0);
  });
});

describe("too many applications", () => {
  const at = (address: string) => createCaller({ principal: null, address });

  it("of one network are refused for the rest of the hour; others and messages are not", async () => {
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

  it("are not those that were refused for what they say", async () => {
    for (let count = 0; count < 25; count += 1) {
      const wrong = at("10.0.0.1").services.submit(application({ name: "" }));
      expect(await refusalOf(wrong)).toMatchObject({ code: "BAD_REQUEST" });
    }
    await at("10.0.0.1").services.submit(application());
  });
});

describe("an application", () => {
  it.each([7, "7", "Class 7", 1, 12])("may name the class as %j", async (selectedClass) => {
    const { mailed: _, ...sent } = await visitor.services.submit(application({ selectedClass }));
    expect(sent).toMatchObject({ email: "das@example.org", previousSchool: null });
    expect(sent.selectedClass).toBe(typeof selectedClass === "number" ? selectedClass : 7);
    expect((await head.services.list({})).items).toEqual([sent]);
  });

  it("may come from names and schools of any script", async () => {
    const names = { name: "ਕਿਰਨ 👧🏽", parentName: "د. محمد", previousSchool: "학교 «№1»" };
    expect(await visitor.services.submit(application(names))).toMatchObject(names);
  });

  it.each(["", "  ", null, undefined])("has no previous school when it is %j", async (previousSchool) => {
    expect((await visitor.services.submit(application({ previousSchool }))).previousSchool).toBeNull();
  });

  it.each(["+91 98765 43210", "0123456789", "(022) 555-1234", "12345"])("may have the phone %s", async (phone) => {
    expect((await visitor.services.submit(application({ phone }))).phone).toBe(phone);
  });

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
  ])("is refused with %j", async (wrong, field, message) => {
    expect(await refusalOf(visitor.services.submit(application(wrong)))).toEqual({
      code: "BAD_REQUEST",
      message,
      issues: [{ path: [field], message }],
    });
    expect(await db().submission.count()).toBe(0);
  });

  it.each(["role", "_id", "createdAt", "__proto__", "constructor"])(
    "is refused with the unknown key %s",
    async (key) => {
      const given = JSON.parse(JSON.stringify(application()).replace("{", `{"${key}":"x",`));
      expect(await refusalOf(visitor.services.submit(given))).toMatchObject({ code: "BAD_REQUEST" });
      expect(await db().submission.count()).toBe(0);
    },
  );
});
