import "server-only";
import { call, forMembers, response, restOf } from "@/server/rest/call";
import { changeOf } from "@/server/rest/input";
import type { examsRouter } from "./router";
import { examIdInput, examView } from "./schema";
import { examples } from "./schema-examples";
import * as releases from "./schema-release";

type Caller = { exams: ReturnType<typeof examsRouter.createCaller> };

const exam = examView.meta({ id: "Exam" });
const seen = {
  schema: releases.seenExamInput.omit({ id: true }),
  example: { rowVersion: 4 },
  isOptional: true,
};
const planned = releases.planReleaseInput.omit({ id: true });
const reasoned = releases.withdrawExamInput.omit({ id: true });

/** A call of the office that changes an exam's state. */
const move = <Path extends string>(path: Path, operationId: string, summary: string, description: string) =>
  ({
    security: forMembers,
    tags: ["Exams"] as [string],
    path,
    operationId,
    summary,
    method: "post",
    description: `For the office. ${description}`,
    refuses: ["FORBIDDEN", "NOT_FOUND", "CONFLICT"],
  }) as const;

const plan = call({
  ...move(
    "/exams/{id}/plan",
    "planRelease",
    "Schedules the release of an exam, or moves it to another time",
    "Date and time are in the institute's time zone. Changing a mark or the exam calls the release off. 400 for a time before the day of the exam. 409 if something has changed since the preview with this digest.",
  ),
  takes: {
    path: examIdInput,
    json: { schema: planned, example: { digest: "0".repeat(64), date: "2026-12-03", time: "18:00" } },
  },
  responses: {
    200: response("The exam with its scheduled release", exam, {
      ...examples.exam,
      state: "scheduled",
      releaseAt: new Date("2026-12-03T12:30:00.000Z"),
    }),
  },
});

const callOff = call({
  ...move("/exams/{id}/call-off", "callOffRelease", "Calls a scheduled release off", "409 if none is scheduled."),
  takes: { path: examIdInput, json: seen },
  responses: { 200: response("The exam, a draft again", exam, examples.exam) },
});

const takeBack = call({
  ...move(
    "/exams/{id}/take-back",
    "takeBackRelease",
    "Takes the last release of an exam back: its marks become drafts again, and nobody is told",
    "409 once ten minutes have passed: after that, results can only be corrected or withdrawn. A second call takes back the release before it, unless it sends the same `Idempotency-Key` or the same `rowVersion` as the first.",
  ),
  takes: { path: examIdInput, json: seen },
  responses: { 200: response("The exam", exam, examples.exam) },
});

const withdraw = call({
  ...move(
    "/exams/{id}/withdraw",
    "withdrawExam",
    "Withdraws a released exam for good, with all its results",
    "Families can read the reason; everyone who was told of a result gets an email, ten minutes later at the earliest. 409 for an exam that is not released.",
  ),
  takes: { path: examIdInput, json: { schema: reasoned, example: { reason: "The paper was seen before" } } },
  responses: { 200: response("The withdrawn exam", exam, { ...examples.exam, state: "withdrawn" }) },
});

/** The REST paths for planning, undoing and withdrawing a release. */
export const releaseRest = restOf<Caller>()
  .openapi(plan, async (context) => context.json(await context.var.caller.exams.plan(changeOf(context)), 200))
  .openapi(callOff, async (context) => context.json(await context.var.caller.exams.callOff(changeOf(context)), 200))
  .openapi(takeBack, async (context) => context.json(await context.var.caller.exams.takeBack(changeOf(context)), 200))
  .openapi(withdraw, async (context) => context.json(await context.var.caller.exams.withdraw(changeOf(context)), 200));
