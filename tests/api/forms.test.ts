import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createCaller } from "@/api/root";
import { db, pool } from "@/server/db";
import { prepareJobs } from "@/server/jobs";
import { admin, callerOf, refusalOf, student, tokenFor } from "../factories";
import { resetDatabase } from "../setup/database";

beforeAll(prepareJobs);
beforeEach(resetDatabase);

type Services = ReturnType<typeof createCaller>["services"];

let network = 0;
/** A visitor of a network that nobody else is in. */
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

/** As if so many had been sent since the first one of the day. */
const setSent = (form: string, count: number) =>
  pool().query("update throttles set points = $1 where key like $2", [count, `${form}-day:%`]);
const letTimePass = (seconds: number) => pool().query("update throttles set expire = expire - $1", [seconds * 1000]);

describe.each(forms)("the $form form", ({ form, send, count }) => {
  it("refuses who fills in what no person sees, whoever it is, and keeps and counts nothing", async () => {
    const [pupil, head] = [
      await callerOf(await tokenFor(await student())),
      await callerOf(await tokenFor(await admin())),
    ];
    for (const services of [stranger(), pupil.services, head.services]) {
      expect(await refusalOf(send(services, { website: "https://watches.example" }))).toMatchObject({
        code: "BAD_REQUEST",
        issues: [{ path: ["website"] }],
      });
    }
    expect([await count(), await db().mail.count()]).toEqual([0, 0]);
    expect((await pool().query("select 1 from throttles")).rowCount).toBe(0);
  });

  it.each([{ website: "" }, {}])("takes it with %j, as the site's form and a program send it", async (trap) => {
    await send(stranger(), trap);
    expect(await count()).toBe(1);
  });

  it("takes the 500th of a day and refuses the 501st, from wherever it comes, and says when to come again", async () => {
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

  it("takes more once the day is over", async () => {
    await send(stranger());
    await setSent(form, 500);
    const day = 24 * 60 * 60;
    await letTimePass(day - 60);
    await expect(send(stranger())).rejects.toThrow();
    await letTimePass(60);
    await send(stranger());
    expect(await count()).toBe(2);
  });

  it("lets exactly as many through as are left, when many come at once", async () => {
    await send(stranger());
    await setSent(form, 493);
    const sent = await Promise.allSettled(Array.from({ length: 20 }, () => send(stranger())));
    expect(sent.filter(({ status }) => status === "fulfilled")).toHaveLength(7);
    expect(await count()).toBe(8);
  });

  it("cannot be shut by one network alone, however long it tries in a day", async () => {
    const busy = stranger();
    let taken = 0;
    for (let hour = 0; hour < 24; hour += 1) {
      // The first ones are sent, the others of the hour are as if they were.
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

describe("the day's limit", () => {
  it("is each form's own, and the administrator is told of it", async () => {
    const head = await callerOf(await tokenFor(await admin()));
    const [{ send: apply }, { send: write }] = forms;
    await apply(stranger());
    await setSent("application", 500);
    await expect(apply(stranger())).rejects.toThrow();
    await write(stranger());
    expect((await head.records.status()).forms).toEqual({
      applications: { sent: 500, most: 500 },
      messages: { sent: 1, most: 500 },
    });
  });
});
