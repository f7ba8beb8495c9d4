import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createCaller } from "@/features";
import { db, pool } from "@/server/db/client";
import { prepareJobs } from "@/server/jobs/jobs";
import { callerOf, createAdmin, createStudent, refusalOf, tokenFor } from "../factories";
import { resetDatabase } from "../harness/database";

beforeAll(prepareJobs);
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

  it("one network alone cannot use up the daily limit of the form", async () => {
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
