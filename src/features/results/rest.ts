import "server-only";
import { z } from "zod";
import { AppError } from "@/lib/errors";
import { answer, call, forMembers, restOf } from "@/server/rest/call";
import { bodyOf } from "@/server/rest/input";
import { type Read, tellTo } from "@/server/rest/read";
import { copy } from "./copy";
import type { resultsRouter } from "./router";
import { addedResultView, addResultsInput, type ResultView, resultsOfInput, resultView } from "./schema";

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

const of = call({
  method: "get",
  path: "/admin/results/{email}",
  operationId: "listResults",
  tags: ["Results"],
  summary: "A student's results, newest first",
  description:
    "For the student and the administrator; to everyone else the address is an unknown one. The fields beside `results` are those of the newest. A student whose address is not confirmed yet is refused.",
  security: forMembers,
  takes: { path: resultsOfInput },
  refuses: ["FORBIDDEN", "NOT_FOUND"],
  responses: {
    200: answer("The results", resultView.extend({ results: z.array(result) }), { ...example, results: [example] }),
  },
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

const listed: Read<Caller, ResultView & { results: ResultView[] }> = {
  path: of.path,
  async tell(caller, { params: { email = "" } }) {
    const results = await caller.results.of({ email });
    const [newest] = results;
    if (!newest) throw new AppError("NOT_FOUND", copy.none);
    return { body: { ...newest, results } };
  },
};

/** Those that everyone makes at once. */
export const resultsReads = [listed];

/** The REST paths of the exam results. */
export const resultsRest = restOf<Caller>()
  .openapi(of, async (context) => context.json(await tellTo(context, listed), 200))
  .openapi(add, async (context) => {
    const results = await context.var.caller.results.add(bodyOf(context));
    const [only] = results.length === 1 ? results : [];
    return context.json({ message: copy.added, ...only, results }, 201);
  });
