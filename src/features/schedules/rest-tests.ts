import "server-only";
import { z } from "zod";
import { call, forMembers, response, restOf } from "@/server/rest/call";
import { listHeaders } from "@/server/rest/headers";
import { bodyOf, idOf } from "@/server/rest/input";
import { linkNext, queryOf } from "@/server/rest/read";
import { office } from "./messages-office";
import type { schedulesRouter } from "./router";
import * as schema from "./schema";
import { changeView, type Values, valuesView } from "./schema-changes";
import { examples, forStaff, testView } from "./schema-examples";
import { checkView, warningView } from "./schema-warnings";

type Caller = { schedules: ReturnType<typeof schedulesRouter.createCaller> };

const warning = warningView.meta({ id: "TestWarning" });
const warned = [{ code: "closed-day" as const, tests: [], name: "Founder's day" }];

// Responses about tests name their class as `Class 7` (decision 10).
const named = ({ className, ...values }: Values) => ({
  ...(className !== undefined && { className: `Class ${className}` }),
  ...values,
});
const values = valuesView.extend({ className: z.string().optional() });
const change = changeView
  .extend({ before: values, after: values, warnings: z.array(warning) })
  .meta({ id: "TestChange" });

const shared = { ...forStaff, security: forMembers, description: "For teachers and the office." };

const list = call({
  method: "get",
  path: "/tests",
  operationId: "listTests",
  tags: forStaff.tags,
  summary: "Lists the announced tests with their state, latest date first",
  description: "Includes cancelled tests until their date is over.",
  takes: { query: schema.listSchedulesInput },
  responses: {
    200: response("The tests", z.array(testView), [examples.test], listHeaders),
    304: { description: "The list has not changed" },
  },
});

const add = call({
  ...shared,
  method: "post",
  path: "/tests",
  operationId: "addTest",
  summary: "Announces a test",
  description:
    "For teachers in what they teach, and the office. If `confirmed` is given (the fingerprint from a check, or an empty text), 409 if the warnings about the date differ; without it, warnings are not checked.",
  takes: { json: { schema: schema.scheduleInput, example: { ...examples.sent, confirmed: "" } } },
  refuses: ["FORBIDDEN", "CONFLICT"],
  responses: {
    201: response("The test is announced", schema.writtenScheduleView.extend({ message: z.string() }), {
      message: office.added,
      ...examples.test,
      movedFrom: null,
      reason: null,
      rowVersion: 1,
    }),
  },
});

const check = call({
  ...shared,
  method: "post",
  path: "/tests/check",
  operationId: "checkTest",
  summary: "Checks a date and time for conflicts with closed days and other tests",
  takes: { json: { schema: schema.placeInput, example: examples.place } },
  refuses: ["FORBIDDEN"],
  responses: {
    200: response(
      "The warnings, and the fingerprint that confirms them",
      checkView.extend({ warnings: z.array(warning) }),
      {
        warnings: warned,
        fingerprint: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
      },
    ),
  },
});

const get = call({
  ...shared,
  method: "get",
  path: "/tests/{id}",
  operationId: "getTest",
  summary: "Returns a test as staff see it",
  takes: { path: schema.scheduleIdInput },
  refuses: ["FORBIDDEN", "NOT_FOUND"],
  responses: { 200: response("The test", schema.staffScheduleView.meta({ id: "StaffTest" }), examples.staff) },
});

const changes = call({
  ...shared,
  method: "get",
  path: "/tests/{id}/changes",
  operationId: "listTestChanges",
  summary: "Returns the history of a test, newest first, at most 200 steps",
  takes: { path: schema.scheduleIdInput },
  refuses: ["FORBIDDEN", "NOT_FOUND"],
  responses: {
    200: response("The steps", z.array(change), [
      {
        at: new Date("2026-11-23T06:00:00.000Z"),
        by: "Meera Iyer",
        kind: "moved" as const,
        before: examples.movedFrom,
        after: { testDate: examples.sent.testDate, testTime: examples.sent.testTime },
        reason: "hall not free",
        warnings: warned,
        confirmed: true,
      },
    ]),
  },
});

/** The REST paths of tests with state and history; `/notifications` stays unchanged. */
export const testsRest = restOf<Caller>()
  .openapi(list, async (context) => {
    const { items, nextCursor } = await context.var.caller.schedules.list(queryOf(context, schema.listSchedulesInput));
    linkNext(context, nextCursor);
    return context.json(items, 200);
  })
  .openapi(add, async (context) => {
    const added = await context.var.caller.schedules.add(bodyOf(context));
    return context.json({ message: office.added, ...added }, 201);
  })
  .openapi(check, async (context) => context.json(await context.var.caller.schedules.check(bodyOf(context)), 200))
  .openapi(get, async (context) => {
    return context.json(await context.var.caller.schedules.get(idOf(context)), 200);
  })
  .openapi(changes, async (context) => {
    const steps = await context.var.caller.schedules.changes(idOf(context));
    return context.json(
      steps.map(({ before, after, ...step }) => ({ ...step, before: named(before), after: named(after) })),
      200,
    );
  });
