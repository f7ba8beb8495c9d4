import { beforeEach, describe, expect, it } from "vitest";
import { createCaller } from "@/features";
import { db, pool } from "@/server/db/client";
import { callerOf, createAdmin, createStudent, refusalOf, submission, tokenFor } from "../factories";
import { classWithCards } from "../harness/cards";
import { resetDatabase } from "../harness/database";

beforeEach(resetDatabase);

type Services = ReturnType<typeof createCaller>["services"];

let network = 0;
/** A visitor in a network of its own. */
const stranger = () => {
  network += 1;
  return createCaller({ principal: null, address: `10.1.${network >> 8}.${network & 255}` }).services;
};

const family = { name: "Kiran Das", parentName: "Mohan Das", email: "das@example.org", phone: "+91 98765 43210" };
const message = { name: "Mohan Das", email: "das@example.org", message: "Hello", consent: true } as const;

const forms = [
  {
    form: "application",
    send: (services: Services, more = {}): Promise<unknown> =>
      services.submit({ ...family, selectedClass: 7, ...more }),
    count: () => db().submission.count(),
  },
  {
    form: "message",
    send: (services: Services, more = {}): Promise<unknown> => services.sendMessage({ ...message, ...more }),
    count: () => db().contactMessage.count(),
  },
] as const;

/** Sets the count of requests since the first one of the day. */
const setSent = (form: string, count: number) =>
  pool().query("update throttles set points = $1 where key like $2", [count, `${form}-day:%`]);
const letTimePass = (seconds: number) => pool().query("update throttles set expire = expire - $1", [seconds * 1000]);

describe.each(forms)("the $form form", ({ form, send, count }) => {
  it("the form rejects a filled honeypot from anyone, and neither stores nor counts it", async () => {
    const [student, admin] = [
      await callerOf(await tokenFor(await createStudent())),
      await callerOf(await tokenFor(await createAdmin())),
    ];
    for (const services of [stranger(), student.services, admin.services]) {
      expect(await refusalOf(send(services, { website: "https://watches.example" }))).toMatchObject({
        code: "BAD_REQUEST",
        issues: [{ path: ["website"] }],
      });
    }
    expect([await count(), await db().mail.count()]).toEqual([0, 0]);
    expect((await pool().query("select 1 from throttles")).rowCount).toBe(0);
  });

  it.each([{ website: "" }, {}])("the form accepts %j, as sent by the site and by programs", async (honeypot) => {
    await send(stranger(), honeypot);
    expect(await count()).toBe(1);
  });

  it("the form accepts the 500th request of a day, and rejects the 501st from any network with Retry-After", async () => {
    await send(stranger());
    await setSent(form, 499);
    const known = stranger();
    await send(known);
    for (const services of [known, stranger()]) {
      expect(await refusalOf(send(services))).toMatchObject({
        code: "TOO_MANY_REQUESTS",
        message: "Too many forms have reached us today. Please call us, or try again tomorrow.",
      });
    }
    expect([await count(), await db().mail.count()]).toEqual([2, 2]);
  });

  it("the form accepts requests again the next day", async () => {
    await send(stranger());
    await setSent(form, 500);
    const day = 24 * 60 * 60;
    await letTimePass(day - 60);
    await expect(send(stranger())).rejects.toThrow();
    await letTimePass(60);
    await send(stranger());
    expect(await count()).toBe(2);
  });

  it("concurrent requests to the form never exceed the daily limit", async () => {
    await send(stranger());
    await setSent(form, 493);
    const sent = await Promise.allSettled(Array.from({ length: 20 }, () => send(stranger())));
    expect(sent.filter(({ status }) => status === "fulfilled")).toHaveLength(7);
    expect(await count()).toBe(8);
  });

  it("one network cannot use up the daily limit of the form", async () => {
    const busy = stranger();
    let taken = 0;
    for (let hour = 0; hour < 24; hour += 1) {
      // Send the first ones and simulate the others of the hour.
      await send(busy);
      taken += 20;
      await pool().query("update throttles set points = 20 where key like $1", [`${form}:%`]);
      await setSent(form, taken);
      expect(await refusalOf(send(busy))).toMatchObject({ message: expect.stringContaining("in 60 minutes") });
      await pool().query("delete from throttles where key like $1", [`${form}:%`]);
    }
    await send(stranger());
    expect(taken).toBe(480);
  });
});

describe("daily limit", () => {
  it("each form has its own daily limit, and the administrator sees when it is reached", async () => {
    const admin = await callerOf(await tokenFor(await createAdmin()));
    const [{ send: apply }, { send: write }] = forms;
    await apply(stranger());
    await setSent("application", 500);
    await expect(apply(stranger())).rejects.toThrow();
    await write(stranger());
    expect((await admin.records.status()).forms).toEqual({
      applications: { sent: 500, most: 500 },
      messages: { sent: 1, most: 500 },
    });
  });
});

/** A family that follows its application. */
async function familyOf({ reference, email, phone }: { reference: string; email: string; phone: string }) {
  let followed: string | undefined;
  const follow = (token: string | null) => {
    followed = token ?? undefined;
  };
  await createCaller({ principal: null, follow }).services.askToFollow({ reference, email, phone });
  return createCaller({ principal: null, followed }).services;
}

/** The office, with a student, a released exam and an application, and the family that follows it. */
async function officeAndFamily() {
  const { of, biology } = await classWithCards();
  const application = await submission();
  const { id, reference } = application;
  const family = await familyOf(application);
  return { office: of.office, family, studentId: of.asha.id, examIds: [biology], id, reference };
}

type World = Awaited<ReturnType<typeof officeAndFamily>>;
type Once = {
  form: string;
  send: (world: World, text: string, more: { key?: string }) => Promise<object>;
  count: () => Promise<number>;
};

const takenOnce: Once[] = [
  {
    form: "students.add",
    send: ({ office }, name, more) => office.students.add({ name, ...more }),
    count: () => db().student.count(),
  },
  {
    form: "guardians.add",
    send: ({ office, studentId }, name, more) => office.guardians.add({ studentId, name, relation: "mother", ...more }),
    count: () => db().guardianship.count(),
  },
  {
    form: "guardians.addConsent",
    send: ({ office, studentId }, name, more) => office.guardians.addConsent({ studentId, name, ...more }),
    count: () => db().consent.count(),
  },
  {
    form: "notices.add",
    send: ({ office }, title, more) =>
      office.notices.add({ title, text: "Bring a book.", audience: [{ kind: "public" }], ...more }),
    count: () => db().notice.count(),
  },
  {
    form: "reportCards.add",
    send: ({ office, examIds }, title, more) =>
      office.reportCards.add({ class: 7, section: "A", title, daysOpen: 184, examIds, ...more }),
    count: () => db().reportCardSet.count(),
  },
  {
    form: "services.note",
    send: ({ office, id }, note, more) => office.services.note({ id, note, ...more }),
    count: () => db().submissionEvent.count({ where: { kind: "noted" } }),
  },
  {
    form: "services.write",
    send: ({ office, id }, text, more) => office.services.write({ id, text, ...more }),
    count: () => db().mail.count({ where: { kind: "admissionMessage" } }),
  },
  {
    form: "services.writeAsFamily",
    send: ({ family, reference }, text, more) => family.writeAsFamily({ reference, text, ...more }),
    count: () => db().submissionMessage.count(),
  },
];

describe.each(takenOnce)("the form of $form", ({ send, count }) => {
  const key = "3405691582-1-2-3";

  it("is taken once for its key, is refused for other content with that key, and is taken again with another key", async () => {
    const world = await officeAndFamily();
    const before = await count();
    const first = await send(world, "Reading week", { key });
    expect(await send(world, "Reading week", { key })).toMatchObject("_id" in first ? { _id: first._id } : {});
    expect(await count()).toBe(before + 1);
    expect(await refusalOf(send(world, "Sports day", { key }))).toMatchObject({ code: "KEY_REUSED" });
    expect(await count()).toBe(before + 1);
    await send(world, "Reading week", { key: `${key}4` });
    await send(world, "Reading week", {});
    expect(await count()).toBe(before + 3);
  });
});

it("of two equal forms at the same moment, one is taken, and the other gets its answer or hears that it is still being done", async () => {
  const office = await callerOf(await tokenFor(await createAdmin()));
  const before = await db().student.count();
  const add = () => office.students.add({ name: "Asha Rao", key: "3405691582-1-2-3" });
  const both = await Promise.allSettled([add(), add()]);
  expect(await db().student.count()).toBe(before + 1);
  for (const sent of both)
    if (sent.status === "rejected")
      expect(await refusalOf(Promise.reject(sent.reason))).toMatchObject({
        code: "REQUEST_IN_PROGRESS",
        message: "This is still being done. Please press again in a moment.",
      });
});

it("two colleagues and two families with one key are each heard", async () => {
  const { office, family, reference } = await officeAndFamily();
  const key = "3405691582-1-2-3";
  const other = await callerOf(await tokenFor(await createAdmin({ username: "second" })));
  const before = await db().student.count();
  for (const { students } of [office, other]) await students.add({ name: "Asha Rao", key });
  expect(await db().student.count()).toBe(before + 2);
  const sens = await submission({ email: "sen@example.org" });
  await family.writeAsFamily({ reference, text: "Hello", key });
  await (await familyOf(sens)).writeAsFamily({ reference: sens.reference, text: "Hello", key });
  expect(await db().submissionMessage.count()).toBe(2);
});
