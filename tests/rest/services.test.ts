import { beforeEach, describe, expect, it } from "vitest";
import { copy } from "@/features/admissions/messages";
import { db, pool } from "@/server/db/client";
import { createAdmin, schoolYear, submission, tokenFor } from "../factories";
import { resetDatabase } from "../harness/database";
import { openDoor, refusalIn } from "./rest-client";

const { ask } = await openDoor();

beforeEach(resetDatabase);

const family = { name: "Kiran Das", parentName: "Mohan Das", email: "das@example.org", phone: "+91 98765 43210" };

describe("POST /api/services/submit", () => {
  const submit = (json: unknown) => ask("POST", "/api/services/submit", { json });

  it.each([
    [{ ...family }, "selectedClass"],
    [{ ...family, selectedClass: "Class 13" }, "selectedClass"],
    [{ ...family, selectedClass: 7, name: "" }, "name"],
    [{ ...family, selectedClass: 7, email: "das" }, "email"],
    [{ ...family, selectedClass: 7, phone: "call me" }, "phone"],
    [{ ...family, selectedClass: 7, parentName: { $ne: null } }, "parentName"],
  ])("an application with %j is rejected with the field's name", async (json, field) => {
    const refusal = await refusalIn(await submit(json));
    expect(refusal).toMatchObject({ status: 400, code: "BAD_REQUEST", issues: [{ path: [field] }] });
    expect(await db().submission.count()).toBe(0);
  });

  it.each([7, "7", "Class 7"])("an application for class %j is accepted and returned", async (selectedClass) => {
    const answer = await submit({ ...family, selectedClass, previousSchool: "" });
    expect(answer.status).toBe(201);
    expect(await answer.json()).toMatchObject({
      message: expect.any(String),
      _id: expect.any(String),
      ...family,
      selectedClass: 7,
      previousSchool: null,
    });
  });

  it("an application that goes on the waiting list is promised no day, as on the form", async () => {
    const send = async (selectedClass: number) => (await submit({ ...family, selectedClass })).json();
    const { id: schoolYearId } = await schoolYear();
    const [opensOn, closesOn] = [new Date("2026-01-01"), new Date("2099-12-31")];
    await db().intake.create({ data: { schoolYearId, className: 7, seats: 0, opensOn, closesOn } });
    expect(await send(7)).toMatchObject({ state: "waiting", answerDue: null, message: copy.onWaitingList });
    expect(await send(8)).toMatchObject({ state: "received", message: copy.appliedHint });
  });
});

describe("GET /api/services", () => {
  it("the list of applications is `{ data: [...] }`, newest first, with pages (spec §7)", async () => {
    const token = await tokenFor(await createAdmin());
    for (let day = 1; day <= 5; day += 1) await submission({ createdAt: new Date(`2026-01-0${day}`) });
    const whole = (await (await ask("GET", "/api/services", { token })).json()).data;
    expect(whole.map(({ createdAt }: { createdAt: string }) => createdAt.slice(0, 10))).toEqual(
      ["05", "04", "03", "02", "01"].map((day) => `2026-01-${day}`),
    );
    expect(whole[0]).toMatchObject({ ...family, selectedClass: 7 });
    const walked: unknown[] = [];
    for (let path = "/api/services?limit=2"; path; ) {
      const answer = await ask("GET", path, { token });
      expect(answer.headers.get("cache-control")).toBe("no-store");
      walked.push(...(await answer.json()).data);
      path = /^<(.+)>; rel="next"$/.exec(answer.headers.get("link") ?? "")?.[1] ?? "";
    }
    expect(walked).toEqual(whole);
  });
});

describe("daily limit of a form", () => {
  it("a form over its daily limit responds with 429 and Retry-After, and stores nothing", async () => {
    const send = () => ask("POST", "/api/services/submit", { json: { ...family, selectedClass: 7 } });
    expect((await send()).status).toBe(201);
    await pool().query("update throttles set points = 500 where key like 'application-day:%'");
    const answer = await send();
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(23 * 60 * 60);
    expect(Number(answer.headers.get("retry-after"))).toBeLessThanOrEqual(24 * 60 * 60);
    expect(await refusalIn(answer)).toMatchObject({ status: 429, code: "TOO_MANY_REQUESTS" });
    expect(await db().submission.count()).toBe(1);
  });
});
