import "server-only";
import { z } from "zod";
import { call, forMembers, response, restOf } from "@/server/rest/call";
import { linkHeader } from "@/server/rest/headers";
import { changeOf, idOf, readAllowed } from "@/server/rest/input";
import { linkPage, queryOf } from "@/server/rest/read";
import { copy } from "./messages";
import type { studentsRouter } from "./router";
import * as schema from "./schema";
import * as lists from "./schema-list";

type Caller = { students: ReturnType<typeof studentsRouter.createCaller> };

const tags: [string] = ["Roster"];
const id = "019376a0-3d5c-7a18-9b0d-2e4f6a8b0c1d";
const moment = new Date("2026-11-20T09:30:00.000Z");
const sent = { name: "Asha Rao", admissionNo: "KV-7", bornOn: "2014-02-03" };
const place = { className: "7", section: "A", rollNo: "12" };
const year = { _id: "019376a0-7a1b-7c2d-8e3f-4a5b6c7d8e9f", label: "2026-27" };
const row = {
  _id: id,
  name: sent.name,
  admissionNo: sent.admissionNo,
  ...place,
  otherNames: [],
  yearLabel: year.label,
  proposedClass: null,
  login: "active" as const,
  email: "asha@example.org",
  guardians: ["Mira Rao"],
  state: "current" as const,
  standing: "current" as const,
  lastResult: { exam: "Unit Test", subject: "Biology", percentage: 90, createdAt: moment },
};
const example = {
  _id: id,
  ...sent,
  names: [],
  email: "asha@example.org",
  emailConfirmed: true,
  isFormerAddressTold: true,
  phone: null,
  origin: "office" as const,
  login: "active" as const,
  loginClosedAt: null,
  createdAt: moment,
  leftOn: null,
  leftReason: null,
  state: "current" as const,
  proposedClass: null,
  rowVersion: 2,
  guardians: [],
  results: [],
  mails: [],
  openSessions: 1,
  changes: [],
  enrolments: [
    {
      _id: "019376a0-8b2c-7d3e-9f4a-5b6c7d8e9f0a",
      studentId: id,
      year,
      ...place,
      fromDay: "2026-04-06",
      toDay: null,
      endReason: null,
      rowVersion: 1,
    },
  ],
};
const student = schema.studentView.meta({ id: "RosterStudent" });
const written = schema.studentView.extend({ message: z.string() });
const office = { security: forMembers, tags, description: "For the office." };

const list = call({
  ...office,
  method: "get",
  path: "/students",
  operationId: "listStudents",
  summary: "Lists the roster, page by page",
  takes: { query: lists.listStudentsInput },
  refuses: ["FORBIDDEN", "NOT_FOUND"],
  responses: {
    200: response(
      "A page of the matching students, with the total",
      lists.studentsPage,
      {
        items: [row],
        total: 1,
        page: 1,
        pages: 1,
        year,
        sections: ["A"],
        views: { all: 1, notPlaced: 0, noLogin: 0, noGuardian: 0, proposed: 0, noConsent: 0 },
      },
      linkHeader,
    ),
  },
});

const get = call({
  ...office,
  method: "get",
  path: "/students/{id}",
  operationId: "getStudent",
  summary: "Returns all data of a student",
  takes: { path: schema.studentIdInput },
  refuses: ["FORBIDDEN", "NOT_FOUND"],
  responses: { 200: response("The student", student, example) },
});

const add = call({
  ...office,
  method: "post",
  path: "/students",
  operationId: "addStudent",
  summary: "Adds a student to the roster, without a login",
  description: "For the office. `section`, `rollNo`, `year` and `fromDay` need a `className`.",
  takes: { json: { schema: schema.addStudentInput, example: { ...sent, className: 7, section: "A", rollNo: "12" } } },
  refuses: ["FORBIDDEN", "NOT_FOUND", "CONFLICT"],
  responses: { 201: response("The student is on the roster", written, { message: copy.added, ...example }) },
});

const changes = schema.editStudentInput.omit({ id: true });

const edit = call({
  ...office,
  method: "patch",
  path: "/students/{id}",
  operationId: "editStudent",
  summary: "Changes name, address, admission number or date of birth; absent fields stay unchanged",
  takes: { path: schema.studentIdInput, json: { schema: changes, example: { name: "Asha Menon", rowVersion: 2 } } },
  refuses: ["FORBIDDEN", "NOT_FOUND", "CONFLICT"],
  responses: { 200: response("The student is saved", written, { message: copy.saved, ...example }) },
});

export const studentsRest = restOf<Caller>()
  .openapi(list, async (context) => {
    const page = await context.var.caller.students.list(queryOf(context, lists.listStudentsInput));
    linkPage(context, page);
    return context.json(page, 200);
  })
  .openapi(get, async (context) => context.json(await context.var.caller.students.get(idOf(context)), 200))
  .openapi(add, async (context) => {
    const { students } = context.var.caller;
    const added = await students.add(await readAllowed(context, schema.addStudentInput, students.add));
    return context.json({ message: copy.added, ...added }, 201);
  })
  .openapi(edit, async (context) => {
    const saved = await context.var.caller.students.edit(changeOf(context));
    return context.json({ message: copy.saved, ...saved }, 200);
  });
