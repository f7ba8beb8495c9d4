import { beforeAll, beforeEach, expect, it } from "vitest";
import { db } from "@/server/db/client";
import { prepareJobs } from "@/server/jobs/jobs";
import { callerOf, createAdmin, schoolYear, tokenFor } from "../factories";
import { resetDatabase } from "../harness/database";
import { openDoor, refusalIn } from "./rest-client";

const { ask } = await openDoor();

beforeAll(prepareJobs);
beforeEach(resetDatabase);

it("the Link headers lead to the end of the list of enrolments; a page that does not exist is refused", async () => {
  const token = await tokenFor(await createAdmin());
  const office = await callerOf(token);
  await schoolYear();
  for (const fromDay of ["2026-04-06", "2026-04-06", "2026-04-06", "2026-06-01", "2026-07-01"])
    await office.students.add({ name: `Student from ${fromDay}`, className: 7, section: "A", fromDay });
  const whole = await (await ask("GET", "/api/enrolments", { token })).json();
  expect(whole).toHaveLength(5);
  const walked: unknown[] = [];
  for (let path = "/api/enrolments?limit=2&className=7"; path; ) {
    const answer = await ask("GET", path, { token });
    expect(answer.status).toBe(200);
    walked.push(...(await answer.json()));
    path = /^<(.+)>; rel="next"$/.exec(answer.headers.get("link") ?? "")?.[1] ?? "";
  }
  expect(walked).toEqual(whole);
  expect((await refusalIn(await ask("GET", "/api/enrolments?cursor=junk", { token }))).status).toBe(400);
});

it("an enrolment that is changed to what it is stays as it is, and nothing is noted", async () => {
  const token = await tokenFor(await createAdmin());
  const office = await callerOf(token);
  await schoolYear();
  const place = { section: "A", rollNo: "12", fromDay: "2026-04-06" };
  const studentId = (await office.students.add({ name: "Asha Rao", className: 7, ...place }))._id;
  const [before] = await (await ask("GET", `/api/enrolments?studentId=${studentId}`, { token })).json();
  const change = (json: object) => ask("PATCH", `/api/enrolments/${before._id}`, { token, json });
  const noted = () => db().auditEvent.count({ where: { action: "enrolment-changed" } });
  for (const same of [place, { rollNo: 12 }, {}]) expect(await (await change(same)).json()).toEqual(before);
  expect(await noted()).toBe(0);
  expect((await refusalIn(await change({ ...place, rowVersion: before.rowVersion + 1 }))).status).toBe(409);
  for (const other of [{ section: "B" }, { rollNo: null }, { fromDay: "2026-04-07" }])
    expect(await (await change(other)).json()).toMatchObject(other);
  expect(await noted()).toBe(3);
});
