import { addClosedDays } from "@/features/closed-days/mutations";
import { closedDayInput } from "@/features/closed-days/schema";
import { listForStaff } from "@/features/schedules/data-staff";
import { addSchedule } from "@/features/schedules/mutations";
import { cancelSchedule, editSchedule, restoreSchedule } from "@/features/schedules/mutations-changes";
import { listSchedulesInput, scheduleInput } from "@/features/schedules/schema";
import { StartError } from "@/lib/start-error";
import { say } from "../command";
import { sampleChanges, sampleClosedDays, sampleSchedules } from "./content";
import { type Stage, staffOf } from "./stage";

/** Announces the tests; some have since been moved, cancelled or restored. */
export async function announceTests(stage: Stage): Promise<void> {
  const { today } = stage;
  const office = staffOf(stage, "office");
  for (const days of sampleClosedDays(today)) await addClosedDays(closedDayInput.parse(days), office, new Date());
  const schedules = sampleSchedules(today);
  for (const { test, announcedAt } of schedules) await addSchedule(scheduleInput.parse(test), office, announcedAt);
  for (const change of sampleChanges) await carryOut(stage, change);
  const [first, last] = [schedules[0]?.test.testDate, schedules.at(-1)?.test.testDate];
  say(`Announced ${schedules.length} tests, from ${first} to ${last}; ${sampleChanges.length} were changed since.`);
}

async function carryOut(stage: Stage, { className, subject, act, reason, ...moved }: (typeof sampleChanges)[number]) {
  const office = staffOf(stage, "office");
  const { items } = await listForStaff(listSchedulesInput.parse({ from: stage.today, limit: 100 }), office);
  const found = items.find((one) => one.className === `Class ${className}` && one.subject === subject);
  if (!found) throw new StartError(`There is no test of ${subject} to change.`);
  const { _id: id, rowVersion, sections, testDate, testTime, minutes, room, description } = found;
  const seen = { id, rowVersion };
  const now = new Date();
  if (act === "moved") {
    const known = { className, subject, sections, testDate, testTime, minutes, room, description };
    await editSchedule({ ...known, ...moved, ...seen, reason }, office, now);
    return;
  }
  await cancelSchedule({ ...seen, reason, byMistake: act === "mistake" }, office, now);
  if (act === "restored") await restoreSchedule({ id, rowVersion: rowVersion + 1, reason }, office, now);
}
