import "server-only";
import { z } from "zod";
import { call, forMembers, response, restOf } from "@/server/rest/call";
import { bodyOf, changeOf } from "@/server/rest/input";
import { copy } from "./messages";
import type { subjectsRouter } from "./router";
import { changedSubject, editSubjectInput, subjectInput, subjectView } from "./schema";

type Caller = { subjects: ReturnType<typeof subjectsRouter.createCaller> };

const office = { tags: ["Subjects"] as [string], description: "For the office.", security: forMembers };
const sent = { name: "Mathematics", spellings: ["math", "maths"] };
const example = { _id: "019376a0-5b1e-7c3a-9d2f-4a6b8c0d1e2f", ...sent, isRetired: false };
const written = changedSubject.extend({ message: z.string() });

const list = call({
  ...office,
  method: "get",
  path: "/subjects",
  operationId: "listSubjects",
  summary: "Lists the subjects by name, with their other spellings and their usage, at most 500",
  refuses: ["FORBIDDEN"],
  responses: {
    200: response("The subjects", z.array(subjectView.meta({ id: "Subject" })), [
      { ...example, used: { materials: 4, exams: 3, results: 58, tests: 2 } },
    ]),
  },
});

const add = call({
  ...office,
  method: "post",
  path: "/subjects",
  operationId: "addSubject",
  summary: "Adds a subject; a spelling that is the name of another subject merges that subject into it",
  takes: { json: { schema: subjectInput, example: sent } },
  refuses: ["FORBIDDEN", "CONFLICT"],
  responses: { 201: response("The subject is on the list", written, { message: copy.addedOverRest, ...example }) },
});

const edit = call({
  ...office,
  method: "patch",
  path: "/subjects/{id}",
  operationId: "editSubject",
  summary: "Renames a subject, changes its spellings, retires or restores it; absent fields stay unchanged",
  takes: {
    path: editSubjectInput.pick({ id: true }),
    json: { schema: editSubjectInput.omit({ id: true }), example: { spellings: sent.spellings, retired: false } },
  },
  refuses: ["FORBIDDEN", "NOT_FOUND", "CONFLICT"],
  responses: { 200: response("The subject is saved", written, { message: copy.savedOverRest, ...example }) },
});

export const subjectsRest = restOf<Caller>()
  .openapi(list, async (context) => context.json(await context.var.caller.subjects.list(), 200))
  .openapi(add, async (context) => {
    const added = await context.var.caller.subjects.add(bodyOf(context));
    return context.json({ message: copy.addedOverRest, ...added }, 201);
  })
  .openapi(edit, async (context) => {
    const saved = await context.var.caller.subjects.edit(changeOf(context));
    return context.json({ message: copy.savedOverRest, ...saved }, 200);
  });
