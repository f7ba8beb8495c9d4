import "server-only";
import { z } from "zod";
import { call, forMembers, response, restOf } from "@/server/rest/call";
import { changeOf, idOf } from "@/server/rest/input";
import { office } from "./messages-office";
import type { schedulesRouter } from "./router";
import * as schema from "./schema";
import { examples, forStaff, writtenTestView } from "./schema-examples";

type Caller = { schedules: ReturnType<typeof schedulesRouter.createCaller> };

const shared = { ...forStaff, security: forMembers };
const refuses = ["FORBIDDEN", "NOT_FOUND", "CONFLICT"] as const;

const edit = call({
  ...shared,
  method: "patch",
  path: "/tests/{id}",
  operationId: "editTest",
  summary: "Changes or moves a test",
  description:
    "For teachers in what they teach, and the office. Absent fields stay unchanged. A new date or time needs a `reason`, which families read, unless the test returns to the date and time that they know. 409 if `rowVersion` is not the latest version, or if `confirmed` is given and the warnings about the date differ.",
  takes: {
    path: schema.scheduleIdInput,
    json: {
      schema: schema.editScheduleInput.partial().required({ rowVersion: true }).omit({ id: true }),
      example: { rowVersion: 1, testDate: examples.sent.testDate, reason: "hall not free" },
    },
  },
  refuses,
  responses: { 200: response("The test as it is now", writtenTestView, examples.written) },
});

const cancel = call({
  ...shared,
  method: "post",
  path: "/tests/{id}/cancel",
  operationId: "cancelTest",
  summary: "Cancels a test, or hides one that was entered by mistake",
  description: `${forStaff.description} It needs a \`reason\`, unless \`byMistake\` is true.`,
  takes: {
    path: schema.scheduleIdInput,
    json: {
      schema: z.strictObject(schema.cancelScheduleInput.shape).omit({ id: true }),
      example: { rowVersion: 2, reason: "teacher is ill" },
    },
  },
  refuses,
  responses: {
    200: response("The test as it is now", writtenTestView, {
      ...examples.written,
      state: "cancelled",
      reason: "teacher is ill",
      rowVersion: 3,
    }),
  },
});

const restore = call({
  ...shared,
  method: "post",
  path: "/tests/{id}/restore",
  operationId: "restoreTest",
  summary: "Restores a cancelled test",
  takes: {
    path: schema.scheduleIdInput,
    json: { schema: schema.restoreScheduleInput.omit({ id: true }), example: { rowVersion: 3 } },
  },
  refuses,
  responses: { 200: response("The test as it is now", writtenTestView, { ...examples.written, rowVersion: 4 }) },
});

const remove = call({
  ...shared,
  method: "delete",
  path: "/tests/{id}",
  operationId: "removeTest",
  summary:
    "Deletes a test and its history. If it was cancelled or is still to come, its exams without marks are deleted, too",
  takes: { path: schema.scheduleIdInput },
  refuses: ["FORBIDDEN", "NOT_FOUND"],
  responses: {
    200: response("The test is deleted", z.object({ message: z.string(), _id: z.string() }), {
      message: office.removed,
      _id: examples.test._id,
    }),
  },
});

/** The REST paths that change, cancel, restore and delete tests. */
export const changesRest = restOf<Caller>()
  .openapi(edit, async (context) => {
    const given = changeOf<z.input<typeof schema.editScheduleInput>>(context);
    const { schedules } = context.var.caller;
    const { className, sections, testDate, testTime, minutes, room, description } = await schedules.get({
      id: given.id,
    });
    const known = { className, sections, testDate, testTime, minutes, room, description };
    return context.json(await schedules.edit({ ...known, ...given }), 200);
  })
  .openapi(cancel, async (context) => context.json(await context.var.caller.schedules.cancel(changeOf(context)), 200))
  .openapi(restore, async (context) => context.json(await context.var.caller.schedules.restore(changeOf(context)), 200))
  .openapi(remove, async (context) => {
    const removed = await context.var.caller.schedules.remove(idOf(context));
    return context.json({ message: office.removed, ...removed }, 200);
  });
