import "server-only";
import { z } from "zod";
import { call, forMembers, response, restOf } from "@/server/rest/call";
import { listHeaders } from "@/server/rest/headers";
import { bodyOf } from "@/server/rest/input";
import { linkNext, queryOf } from "@/server/rest/read";
import { copy } from "./messages";
import type { schedulesRouter } from "./router";
import * as schema from "./schema";

type Caller = { schedules: ReturnType<typeof schedulesRouter.createCaller> };

const id = "019376a0-5b1e-7c3a-9d2f-4a6b8c0d1e2f";
const where = { className: "Class 7", sections: ["A"], testDate: "2026-12-05", testTime: "11:00", minutes: 90 };
const sent = { ...where, subject: "Biology", room: "Hall 2", description: "Chapters 3 and 4" };
const movedFrom = { testDate: "2026-12-04", testTime: "09:00" };
const example = { _id: id, ...sent, state: "planned" as const, movedFrom, reason: "hall not free" };
const staffExample = { ...example, announcedBy: "Meera Iyer", mayChange: true, isHidden: false, rowVersion: 2 };

const test = schema.scheduleView.meta({ id: "Test" });
const warning = schema.warningView.meta({ id: "TestWarning" });
const warned = [{ code: "closed-day" as const, tests: [], name: "Founder's day" }];

const shared = {
  tags: ["Test schedules"] as [string],
  description: "For teachers in what they teach, and the office.",
  security: forMembers,
};
const refuses = ["FORBIDDEN", "NOT_FOUND", "CONFLICT"] as const;

const list = call({
  method: "get",
  path: "/tests",
  operationId: "listTests",
  tags: shared.tags,
  summary: "The announced tests, the latest date first, with what became of them",
  description: "A cancelled test is among them until its date is over.",
  takes: { query: schema.listSchedulesInput },
  responses: {
    200: response("The tests", z.array(test), [example], listHeaders),
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
    "For teachers in what they teach, and the office. With `confirmed`, the fingerprint of a check or an empty text, 409 where something else speaks against the date; without it nobody is asked.",
  takes: { json: { schema: schema.scheduleInput, example: { ...sent, confirmed: "" } } },
  refuses: ["FORBIDDEN", "CONFLICT"],
  responses: { 201: response("The test is announced", test, { ...example, movedFrom: null, reason: null }) },
});

const check = call({
  ...shared,
  method: "post",
  path: "/tests/check",
  operationId: "checkTest",
  summary: "What speaks against a date and time",
  takes: { json: { schema: schema.placeInput, example: where } },
  refuses: ["FORBIDDEN"],
  responses: {
    200: response("The warnings, and what confirms them", schema.checkView.extend({ warnings: z.array(warning) }), {
      warnings: warned,
      fingerprint: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    }),
  },
});

const get = call({
  ...shared,
  method: "get",
  path: "/tests/{id}",
  operationId: "getTest",
  summary: "A test as staff see it",
  takes: { path: schema.scheduleIdInput },
  refuses: ["FORBIDDEN", "NOT_FOUND"],
  responses: { 200: response("The test", schema.staffScheduleView.meta({ id: "StaffTest" }), staffExample) },
});

const changes = call({
  ...shared,
  method: "get",
  path: "/tests/{id}/changes",
  operationId: "listTestChanges",
  summary: "What became of a test, the latest first",
  takes: { path: schema.scheduleIdInput },
  refuses: ["FORBIDDEN", "NOT_FOUND"],
  responses: {
    200: response(
      "The steps",
      z.array(schema.changeView.extend({ warnings: z.array(warning) }).meta({ id: "TestChange" })),
      [
        {
          ...{ at: new Date("2026-11-23T06:00:00.000Z"), by: "Meera Iyer", kind: "moved" as const, before: movedFrom },
          after: { testDate: sent.testDate, testTime: sent.testTime },
          ...{ reason: "hall not free", warnings: warned, confirmed: true },
        },
      ],
    ),
  },
});

const edit = call({
  ...shared,
  method: "patch",
  path: "/tests/{id}",
  operationId: "editTest",
  summary: "Changes or moves a test",
  description:
    "For teachers in what they teach, and the office. What is left out stays. Another date or time needs a `reason`, which families read. 409 where `rowVersion` is not the last one, or `confirmed` is there and something else speaks against the date.",
  takes: {
    path: schema.scheduleIdInput,
    json: {
      schema: schema.editScheduleInput.partial().required({ rowVersion: true }).omit({ id: true }),
      example: { rowVersion: 1, testDate: sent.testDate, reason: "hall not free" },
    },
  },
  refuses,
  responses: { 200: response("The test as it is now", test, example) },
});

const cancel = call({
  ...shared,
  method: "post",
  path: "/tests/{id}/cancel",
  operationId: "cancelTest",
  summary: "Cancels a test, or hides one that was entered by mistake",
  takes: {
    path: schema.scheduleIdInput,
    json: {
      schema: z.strictObject(schema.cancelScheduleInput.shape).omit({ id: true }),
      example: { rowVersion: 2, reason: "teacher is ill" },
    },
  },
  refuses,
  responses: {
    200: response("The test as it is now", test, { ...example, state: "cancelled", reason: "teacher is ill" }),
  },
});

const restore = call({
  ...shared,
  method: "post",
  path: "/tests/{id}/restore",
  operationId: "restoreTest",
  summary: "Lets a cancelled test take place after all",
  takes: {
    path: schema.scheduleIdInput,
    json: { schema: schema.restoreScheduleInput.omit({ id: true }), example: { rowVersion: 3 } },
  },
  refuses,
  responses: { 200: response("The test as it is now", test, example) },
});

const remove = call({
  ...shared,
  method: "delete",
  path: "/tests/{id}",
  operationId: "removeTest",
  summary: "Deletes a test with its history",
  takes: { path: schema.scheduleIdInput },
  refuses: ["FORBIDDEN", "NOT_FOUND"],
  responses: {
    200: response("The test is deleted", z.object({ message: z.string(), _id: z.string() }), {
      message: copy.removed,
      _id: id,
    }),
  },
});

type Without<Input> = Omit<Input, "id">;

/** The REST paths of tests with their state and history; `/notifications` is what it always was. */
export const testsRest = restOf<Caller>()
  .openapi(list, async (context) => {
    const { items, nextCursor } = await context.var.caller.schedules.list(queryOf(context, schema.listSchedulesInput));
    linkNext(context, nextCursor);
    return context.json(items, 200);
  })
  .openapi(add, async (context) => context.json(await context.var.caller.schedules.add(bodyOf(context)), 201))
  .openapi(check, async (context) => context.json(await context.var.caller.schedules.check(bodyOf(context)), 200))
  .openapi(get, async (context) => {
    return context.json(await context.var.caller.schedules.get({ id: context.req.param("id") }), 200);
  })
  .openapi(changes, async (context) => {
    return context.json(await context.var.caller.schedules.changes({ id: context.req.param("id") }), 200);
  })
  .openapi(edit, async (context) => {
    const asked = { id: context.req.param("id") };
    const { schedules } = context.var.caller;
    const { className, sections, subject, testDate, testTime, minutes, room, description } = await schedules.get(asked);
    const known = { className, sections, subject, testDate, testTime, minutes, room, description };
    const given = bodyOf<Without<z.input<typeof schema.editScheduleInput>>>(context);
    return context.json(await schedules.edit({ ...known, ...given, ...asked }), 200);
  })
  .openapi(cancel, async (context) => {
    const given = bodyOf<Without<z.input<typeof schema.cancelScheduleInput>>>(context);
    return context.json(await context.var.caller.schedules.cancel({ ...given, id: context.req.param("id") }), 200);
  })
  .openapi(restore, async (context) => {
    const given = bodyOf<Without<z.input<typeof schema.restoreScheduleInput>>>(context);
    return context.json(await context.var.caller.schedules.restore({ ...given, id: context.req.param("id") }), 200);
  })
  .openapi(remove, async (context) => {
    const removed = await context.var.caller.schedules.remove({ id: context.req.param("id") });
    return context.json({ message: copy.removed, ...removed }, 200);
  });
