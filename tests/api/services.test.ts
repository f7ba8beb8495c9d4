import { beforeEach, describe, expect, it } from "vitest";
import { db } from "@/server/db";
import { admin, type Caller, callerOf, refusalOf, student, submission, tokenFor } from "../factories";
import { resetDatabase } from "../setup/database";

let visitor: Caller;
let head: Caller;

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
      name: "second",
      selectedClass: 7,
      parentName: "Mohan Das",
      email: "das@example.org",
      phone: "+91 98765 43210",
      previousSchool: "Hill School",
      createdAt: "2026-01-02T00:00:00.000Z",
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

describe("an application", () => {
  it.each([7, "7", "Class 7", 1, 12])("may name the class as %j", async (selectedClass) => {
    const sent = await visitor.services.submit(application({ selectedClass }));
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
