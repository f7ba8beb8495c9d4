import "server-only";
import { z } from "zod";
import { type Call, call, forMembers, response, restOf } from "@/server/rest/call";
import { linkHeader } from "@/server/rest/headers";
import { bodyOf, changeOf, idOf } from "@/server/rest/input";
import { linkPage, queryOf } from "@/server/rest/read";
import type { examsRouter } from "./router";
import * as schema from "./schema";
import { examples } from "./schema-examples";
import * as releases from "./schema-release";
import * as sheets from "./schema-sheet";
import * as statistics from "./schema-statistics";

type Caller = { exams: ReturnType<typeof examsRouter.createCaller> };

const tags: [string] = ["Exams"];

const exam = schema.examView.meta({ id: "Exam" });
const marks = sheets.sheetView.omit({ personId: true, takeBack: true }).meta({ id: "ExamMarks" });
const staff = { security: forMembers, tags, description: "For the office, and for teachers of the class and subject." };
const office = { security: forMembers, tags, description: "For the office." };
const refuses = ["FORBIDDEN", "NOT_FOUND"] as const;

/** A call that reads a part of one exam. */
const read = <Path extends string, Schema extends z.ZodType>(
  path: Path,
  told: Pick<Call, "operationId" | "summary" | "security" | "tags" | "description">,
  answer: { words: string; schema: Schema; example: Schema["_zod"]["input"] },
) =>
  call({
    ...told,
    method: "get",
    path,
    takes: { path: schema.examIdInput },
    refuses,
    responses: { 200: response(answer.words, answer.schema, answer.example) },
  });

const list = call({
  ...staff,
  method: "get",
  path: "/exams",
  operationId: "listExams",
  summary: "The exams of a school year, a page at a time",
  takes: { query: schema.examsQuery },
  refuses,
  responses: {
    200: response("The matching exams, with the progress of their marks", schema.examsPage, examples.page, linkHeader),
  },
});

const add = call({
  ...staff,
  method: "post",
  path: "/exams",
  operationId: "addExams",
  summary: "Makes an exam for each subject of a class under one name",
  takes: { json: { schema: schema.addExamsInput, example: examples.sent } },
  refuses: [...refuses, "CONFLICT"],
  responses: {
    201: response("The exams", z.array(schema.examView.pick({ _id: true, subject: true })), examples.made),
  },
});

const get = read(
  "/exams/{id}",
  { ...staff, operationId: "getExam", summary: "An exam" },
  { words: "The exam", schema: exam, example: examples.exam },
);

const readMarks = read(
  "/exams/{id}/marks",
  {
    ...staff,
    operationId: "listMarks",
    summary: "The marks of an exam: before its release the drafts, afterwards the marks that count",
  },
  {
    words: "A row for each student who was in the class on the day of the exam",
    schema: marks,
    example: examples.marks,
  },
);

const written = sheets.saveCellsInput.omit({ id: true });

const writeMarks = call({
  ...staff,
  method: "patch",
  path: "/exams/{id}/marks",
  operationId: "saveMarks",
  summary: "Writes draft marks; `seen` is the version of the row that was read, 0 for one without a mark",
  takes: {
    path: schema.examIdInput,
    json: {
      schema: written,
      example: examples.cells,
      mostBytes: 512 * 1024,
    },
  },
  refuses: [...refuses, "CONFLICT"],
  responses: {
    200: response(
      "What became of each row: saved, changed by somebody else since it was read, or refused",
      sheets.savedCellsView,
      examples.saved,
    ),
  },
});

const preview = read(
  "/exams/{id}/preview",
  { ...office, operationId: "previewRelease", summary: "What a release would do now, and the digest that confirms it" },
  { words: "The numbers of the release", schema: releases.releaseView, example: examples.preview },
);

const confirmed = releases.releaseInput.omit({ id: true });

const release = call({
  ...office,
  method: "post",
  path: "/exams/{id}/release",
  operationId: "releaseExam",
  description: `${office.description} 409 before the day of the exam, which the preview gives as \`releasableFrom\`, and if something has changed since.`,
  summary: "Releases the marks as results, unless something has changed since the preview with this digest",
  takes: { path: schema.examIdInput, json: { schema: confirmed, example: { digest: "0".repeat(64) } } },
  refuses: [...refuses, "CONFLICT"],
  responses: { 200: response("The released exam", exam, { ...examples.exam, state: "released" }) },
});

const ofExam = read(
  "/exams/{id}/statistics",
  { ...staff, operationId: "getExamStatistics", summary: "Statistics of an exam" },
  {
    words: "In marks; sections and other exams in percent. There is no distribution for fewer than five students.",
    schema: statistics.examStatisticsView,
    example: examples.statistics,
  },
);

const ofYear = call({
  ...staff,
  method: "get",
  path: "/exam-statistics",
  operationId: "getYearStatistics",
  summary: "Statistics of the released exams of a school year, in percent",
  takes: { query: statistics.yearStatisticsQuery },
  refuses: ["FORBIDDEN"],
  responses: {
    200: response("By class and subject; for one class also by exam", statistics.yearStatisticsView, examples.year),
  },
});

/** The REST paths of exams. */
export const examsRest = restOf<Caller>()
  .openapi(list, async (context) => {
    const asked = queryOf(context, schema.examsQuery);
    const page = await context.var.caller.exams.list(asked);
    linkPage(context, { page: page.page, pages: Math.ceil(page.total / Number(asked.limit ?? schema.usualPage)) });
    return context.json(page, 200);
  })
  .openapi(add, async (context) => context.json(await context.var.caller.exams.addMany(bodyOf(context)), 201))
  .openapi(get, async (context) => context.json((await context.var.caller.exams.get(idOf(context))).exam, 200))
  .openapi(readMarks, async (context) =>
    context.json(marks.parse(await context.var.caller.exams.get(idOf(context))), 200),
  )
  .openapi(writeMarks, async (context) =>
    context.json(await context.var.caller.exams.saveCells(changeOf(context)), 200),
  )
  .openapi(preview, async (context) => context.json(await context.var.caller.exams.preview(idOf(context)), 200))
  .openapi(release, async (context) => context.json(await context.var.caller.exams.release(changeOf(context)), 200))
  .openapi(ofExam, async (context) => context.json(await context.var.caller.exams.statistics(idOf(context)), 200))
  .openapi(ofYear, async (context) =>
    context.json(await context.var.caller.exams.yearStatistics(queryOf(context, statistics.yearStatisticsQuery)), 200),
  );
