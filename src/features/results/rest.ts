import "server-only";
import { z } from "zod";
import { answer, call, forMembers, restOf } from "@/server/rest/call";
import { linkHeader } from "@/server/rest/headers";
import { bodyOf } from "@/server/rest/input";
import { queryOf, type Read, tellTo } from "@/server/rest/read";
import { copy } from "./copy";
import type { resultsRouter } from "./router";
import {
  addedResultView,
  addResultsInput,
  ownResultsInput,
  type ResultsPage,
  type ResultView,
  resultView,
  studentInput,
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
const added = { ...example, studentEmail: "asha@example.org" };

const page = answer(
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
    "For the student and the administrator; to everyone else the address is an unknown one. The fields beside `results` are those of the newest, on every page. A student whose address is not confirmed yet is refused.",
  security: forMembers,
  takes: { path: studentInput, query: ownResultsInput },
  refuses: ["FORBIDDEN", "NOT_FOUND"],
  responses: { 200: page },
});

const own = call({
  method: "get",
  path: "/me/results",
  operationId: "listOwnResults",
  tags: ["Results"],
  summary: "The results of the student who asks, newest first",
  description:
    "For students, by their token alone. The fields beside `results` are those of the newest, on every page. A student whose address is not confirmed yet is refused, and so is the administrator, who has no results.",
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
  description: "For the administrator. With a single result, its fields stand beside `results` too.",
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
    201: answer(
      "The results are added",
      addedResultView.partial().extend({ message: z.string(), results: z.array(addedResult) }),
      { message: copy.added, ...added, results: [added] },
    ),
  },
});

type Shown = ResultView & { results: ResultView[] };

const toldOf = ({ newest, items, nextCursor }: ResultsPage) => ({
  body: { ...newest, results: items },
  next: nextCursor,
});

const ofAddress: Read<Caller, Shown> = {
  path: of.path,
  async tell({ results }, asked) {
    const { email = "" } = asked.params;
    return toldOf(await results.of({ email, ...queryOf(asked, ownResultsInput) }));
  },
};

const ofAsker: Read<Caller, Shown> = {
  path: own.path,
  tell: async ({ results }, asked) => toldOf(await results.own(queryOf(asked, ownResultsInput))),
};

/** Those that everyone makes at once. */
export const resultsReads = [ofAddress, ofAsker];

/** The REST paths of the exam results. */
export const resultsRest = restOf<Caller>()
  .openapi(of, async (context) => context.json(await tellTo(context, ofAddress), 200))
  .openapi(own, async (context) => context.json(await tellTo(context, ofAsker), 200))
  .openapi(add, async (context) => {
    const results = await context.var.caller.results.add(bodyOf(context));
    const [only] = results.length === 1 ? results : [];
    return context.json({ message: copy.added, ...only, results }, 201);
  });
