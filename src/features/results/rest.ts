import "server-only";
import type { Context } from "hono";
import { z } from "zod";
import { call, forMembers, response, restOf } from "@/server/rest/call";
import { linkHeader } from "@/server/rest/headers";
import { bodyOf } from "@/server/rest/input";
import { linkNext, queryOf } from "@/server/rest/read";
import { adding } from "./messages-add";
import type { resultsRouter } from "./router";
import {
  addedResultView,
  addResultsInput,
  correctResultInput,
  ownResultsInput,
  type ResultsPage,
  resultsQuery,
  resultView,
  studentInput,
  takeBackResultsInput,
  withdrawResultInput,
} from "./schema";

type Caller = { results: ReturnType<typeof resultsRouter.createCaller> };

const sent = { className: 7, score: 45, totalMarks: 50 };
const example = {
  _id: "019376a0-4a0d-7b29-8c1e-3f5a7b9c0d1e",
  ...sent,
  className: "7",
  percentage: 90,
  grade: "A+",
  gpa: null,
  examName: null,
  subject: null,
  examDate: null,
  createdAt: new Date("2026-11-20T09:30:00.000Z"),
};

const result = resultView.meta({ id: "Result" });
const addedResult = addedResultView.meta({ id: "AddedResult" });
const roster = { joinedRoster: false, joinedClass: null };
const student = { studentId: "019376a0-4a0d-7b29-8c1e-0d2f4a6b8c1e", studentName: "Asha Rao", ...roster };
const added = { ...example, studentEmail: "asha@example.org", ...student };

const page = response(
  "The results",
  resultView.extend({ results: z.array(result) }),
  { ...example, results: [example] },
  linkHeader,
);

const of = call({
  method: "get",
  path: "/admin/results/{email}",
  operationId: "listResults",
  tags: ["Results"],
  summary: "A student's results, newest first",
  description:
    "For the student, the guardians who see the results, and the office; everyone else gets the answer for an unknown address. The fields beside `results` are those of the newest, on every page. A student whose address is not confirmed yet is refused.",
  security: forMembers,
  takes: { path: studentInput, query: resultsQuery },
  refuses: ["FORBIDDEN", "NOT_FOUND"],
  responses: { 200: page },
});

const own = call({
  method: "get",
  path: "/me/results",
  operationId: "listOwnResults",
  tags: ["Results"],
  summary: "The results of the calling student, or of a child, newest first",
  description:
    "For students, and with `studentId` for guardians who see the results of that child. The fields beside `results` are those of the newest, on every page. A student whose address is not confirmed yet is refused, and so are staff, who have no results.",
  security: forMembers,
  takes: { query: ownResultsInput },
  refuses: ["FORBIDDEN", "NOT_FOUND"],
  responses: { 200: page },
});

const add = call({
  method: "post",
  path: "/admin/results/add",
  operationId: "addResults",
  tags: ["Results"],
  summary: "Adds results, all of them or none",
  description: "For the office. If there is only one result, its fields are also beside `results`.",
  security: forMembers,
  takes: {
    json: {
      schema: addResultsInput,
      example: { results: [{ studentEmail: added.studentEmail, ...sent }] },
      mostBytes: 1024 * 1024,
    },
  },
  refuses: ["FORBIDDEN", "NOT_FOUND"],
  responses: {
    201: response(
      "The results are added",
      addedResultView.partial().extend({ message: z.string(), results: z.array(addedResult) }),
      { message: adding.added, ...added, results: [added] },
    ),
  },
});

const correct = call({
  method: "post",
  path: "/admin/results/correct",
  operationId: "correctResult",
  tags: ["Results"],
  summary: "Corrects a result",
  description:
    "For the office. Writes a new version, which replaces the one that `id` names and keeps its date. The family can read both and the reason; those who get emails are told ten minutes later at the earliest. A GPA that is left out stays unchanged. 409 if somebody else has corrected that version, 410 if it was withdrawn.",
  security: forMembers,
  takes: {
    json: {
      schema: correctResultInput,
      example: { id: example._id, score: 47, reason: "Question 5 was marked again" },
    },
  },
  refuses: ["FORBIDDEN", "NOT_FOUND", "CONFLICT", "GONE"],
  responses: {
    201: response("The new version", resultView.extend({ message: z.string() }), {
      message: adding.corrected,
      ...example,
      score: 47,
      percentage: 94,
    }),
  },
});

const withdraw = call({
  method: "post",
  path: "/admin/results/withdraw",
  operationId: "withdrawResult",
  tags: ["Results"],
  summary: "Withdraws a result",
  description:
    "For the office. None of its versions counts any more; the family can read the reason. This cannot be undone.",
  security: forMembers,
  takes: {
    json: { schema: withdrawResultInput, example: { id: example._id, reason: "It was the mark of another student" } },
  },
  refuses: ["FORBIDDEN", "NOT_FOUND", "CONFLICT", "GONE"],
  responses: { 204: { description: "The result is withdrawn" } },
});

const takeBack = call({
  method: "post",
  path: "/admin/results/take-back",
  operationId: "takeBackResults",
  tags: ["Results"],
  summary: "Takes back results added or corrected in the last ten minutes, all of them or none",
  description:
    "For the office. An added result is removed; after a correction, the version before it counts again. Nobody is told by email, and only a family that has opened it reads that it came too early. 409 once ten minutes have passed, for a version that was corrected since, and for a result that was released with its exam. 410 for a result that was withdrawn or taken back, 404 for a correction that was taken back.",
  security: forMembers,
  takes: { json: { schema: takeBackResultsInput, example: { ids: [example._id] } } },
  refuses: ["FORBIDDEN", "NOT_FOUND", "CONFLICT", "GONE"],
  responses: { 204: { description: "The results are taken back" } },
});

function shown(context: Context, { newest, items, nextCursor }: ResultsPage) {
  linkNext(context, nextCursor);
  return { ...newest, results: items };
}

export const resultsRest = restOf<Caller>()
  .openapi(of, async (context) => {
    const asked = { email: context.req.param("email"), ...queryOf(context, resultsQuery) };
    return context.json(shown(context, await context.var.caller.results.of(asked)), 200);
  })
  .openapi(own, async (context) => {
    const page = await context.var.caller.results.own(queryOf(context, ownResultsInput));
    return context.json(shown(context, page), 200);
  })
  .openapi(add, async (context) => {
    const results = await context.var.caller.results.add(bodyOf(context));
    const [only] = results.length === 1 ? results : [];
    return context.json({ message: adding.added, ...only, results }, 201);
  })
  .openapi(correct, async (context) => {
    const corrected = await context.var.caller.results.correct(bodyOf(context));
    return context.json({ message: adding.corrected, ...corrected }, 201);
  })
  .openapi(withdraw, async (context) => {
    await context.var.caller.results.withdraw(bodyOf(context));
    return context.body(null, 204);
  })
  .openapi(takeBack, async (context) => {
    await context.var.caller.results.takeBack(bodyOf(context));
    return context.body(null, 204);
  });
