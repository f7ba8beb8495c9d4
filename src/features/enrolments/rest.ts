import "server-only";
import { z } from "zod";
import { call, forMembers, response, restOf } from "@/server/rest/call";
import { linkHeader } from "@/server/rest/headers";
import { bodyOf, changeOf } from "@/server/rest/input";
import { linkNext, queryOf } from "@/server/rest/read";
import { copy } from "./messages";
import type { enrolmentsRouter } from "./router";
import * as schema from "./schema";

type Caller = { enrolments: ReturnType<typeof enrolmentsRouter.createCaller> };

const tags: [string] = ["Roster"];
const studentId = "019376a0-3d5c-7a18-9b0d-2e4f6a8b0c1d";
const place = { className: "7", section: "A", rollNo: "12" };
const example = {
  _id: "019376a0-8b2c-7d3e-9f4a-5b6c7d8e9f0a",
  studentId,
  ...place,
  fromDay: "2026-04-06",
  toDay: null,
  year: { _id: "019376a0-7a1b-7c2d-8e3f-4a5b6c7d8e9f", label: "2026-27" },
  endReason: null,
  rowVersion: 1,
};
const enrolment = schema.enrolmentView.meta({ id: "Enrolment" });
const written = schema.enrolmentView.extend({ message: z.string() });
const office = { security: forMembers, tags, description: "For the office." };
const ofNextYear = "For the office. To promote a class to the next school year, use `/api/promotions`.";
const refuses = ["FORBIDDEN", "NOT_FOUND", "CONFLICT"] as const;
const sent = { studentId, className: 7, section: "A", rollNo: "12" };

const list = call({
  ...office,
  method: "get",
  path: "/enrolments",
  operationId: "listEnrolments",
  summary: "Lists enrolments, latest first day first",
  takes: { query: schema.listEnrolmentsInput },
  refuses: ["FORBIDDEN", "NOT_FOUND"],
  responses: { 200: response("The matching enrolments", z.array(enrolment), [example], linkHeader) },
});

const enrol = call({
  ...office,
  method: "post",
  path: "/enrolments",
  operationId: "enrol",
  summary: "Puts a student into a class",
  description: ofNextYear,
  takes: { json: { schema: schema.enrolInput, example: sent } },
  refuses,
  responses: { 201: response("The student is in the class", written, { message: copy.enrolled, ...example }) },
});

const changes = schema.changeEnrolmentInput.omit({ id: true });

const change = call({
  ...office,
  method: "patch",
  path: "/enrolments/{id}",
  operationId: "changeEnrolment",
  summary: "Changes section, roll number or first day; absent fields stay unchanged",
  takes: { path: schema.enrolmentIdInput, json: { schema: changes, example: { rollNo: "13" } } },
  refuses,
  responses: { 200: response("The enrolment is saved", enrolment, example) },
});

const move = call({
  ...office,
  method: "post",
  path: "/enrolments/move",
  operationId: "moveStudent",
  summary: "Moves a student to another class or section of the same year",
  description: ofNextYear,
  takes: { json: { schema: schema.moveInput, example: { ...sent, section: "B", day: "2026-09-01" } } },
  refuses,
  responses: { 201: response("The new enrolment", written, { message: copy.moved, ...example }) },
});

const end = call({
  ...office,
  method: "post",
  path: "/enrolments/end",
  operationId: "endEnrolment",
  summary: "Ends a student's enrolment when the student leaves the institute; results stay",
  takes: { json: { schema: schema.endInput, example: { studentId, day: "2026-11-20", reason: "The family moved" } } },
  refuses,
  responses: {
    200: response("The enrolment that ended", enrolment, { ...example, toDay: "2026-11-20", endReason: "left" }),
  },
});

const back = call({
  ...office,
  method: "post",
  path: "/enrolments/return",
  operationId: "returnStudent",
  summary: "Readmits a student who has left",
  takes: { json: { schema: schema.enrolInput, example: sent } },
  refuses,
  responses: { 201: response("The new enrolment", written, { message: copy.takenBack, ...example }) },
});

export const enrolmentsRest = restOf<Caller>()
  .openapi(list, async (context) => {
    const { items, nextCursor } = await context.var.caller.enrolments.list(
      queryOf(context, schema.listEnrolmentsInput),
    );
    linkNext(context, nextCursor);
    return context.json(items, 200);
  })
  .openapi(enrol, async (context) => {
    const enrolled = await context.var.caller.enrolments.enrol(bodyOf(context));
    return context.json({ message: copy.enrolled, ...enrolled }, 201);
  })
  .openapi(change, async (context) => context.json(await context.var.caller.enrolments.change(changeOf(context)), 200))
  .openapi(move, async (context) => {
    const moved = await context.var.caller.enrolments.move(bodyOf(context));
    return context.json({ message: copy.moved, ...moved }, 201);
  })
  .openapi(end, async (context) => context.json(await context.var.caller.enrolments.end(bodyOf(context)), 200))
  .openapi(back, async (context) => {
    const returned = await context.var.caller.enrolments.return(bodyOf(context));
    return context.json({ message: copy.takenBack, ...returned }, 201);
  });
