import { beforeEach, expect, it } from "vitest";
import { db } from "@/server/db/client";
import { callerOf, createStudent, schedule, tokenFor } from "../factories";
import { resetDatabase } from "../harness/database";
import { openDoor, refusalIn } from "./rest-client";

const { ask } = await openDoor();

beforeEach(resetDatabase);

const soon = { testDate: new Date(Date.now() + 5 * 24 * 60 * 60_000) };

it("the calendar of a class is cached like the lists: it has an ETag, and changes when the list changes", async () => {
  expect(await refusalIn(await ask("GET", "/api/calendar/class-13.ics"))).toMatchObject({ status: 404 });
  const path = "/api/calendar/class-7.ics";
  const { id } = await schedule({ subject: "Optics", ...soon });
  await expect.poll(async () => (await ask("GET", path)).text()).toContain("SUMMARY:Optics test\\, Class 7");
  const answer = await ask("GET", path);
  expect(answer.headers.get("content-type")).toBe("text/calendar; charset=utf-8");
  // Programs that obey this header read the public feeds, too.
  expect(answer.headers.get("x-robots-tag")).toBeNull();
  expect(answer.headers.get("cache-control")).toBe("public, max-age=0, s-maxage=1, must-revalidate");
  const tag = answer.headers.get("etag") ?? "";
  expect((await ask("GET", path, { headers: { "if-none-match": tag } })).status).toBe(304);
  await db().testSchedule.delete({ where: { id } });
  await expect
    .poll(async () => (await ask("GET", path, { headers: { "if-none-match": tag } })).text())
    .toMatch(/^BEGIN:VCALENDAR\r\n(?!.*VEVENT).*END:VCALENDAR\r\n$/s);
});

it("the calendar of a person is never cached, needs no login, and is gone once its link is ended", async () => {
  const caller = await callerOf(await tokenFor(await createStudent()));
  const { path } = await caller.calendars.renew();
  const answer = await ask("GET", path);
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toBe("text/calendar; charset=utf-8");
  expect(answer.headers.get("cache-control")).toBe("no-store");
  expect(answer.headers.get("etag")).toBeNull();
  expect(answer.headers.get("x-robots-tag")).toBe("noindex");
  await caller.calendars.end();
  const gone = await ask("GET", path);
  expect(gone.headers.get("x-robots-tag")).toBe("noindex");
  expect(await refusalIn(gone)).toMatchObject({ status: 404, code: "NOT_FOUND" });
});
