import "server-only";
import { z } from "zod";
import { call, forMembers, response, restOf } from "@/server/rest/call";
import { bytes, dispositionHeader } from "@/server/rest/headers";
import { idOf } from "@/server/rest/input";
import { queryOf } from "@/server/rest/read";
import type { reportCardsRouter } from "./router";
import { setIdInput } from "./schema";
import { cardsInput, cardView } from "./schema-cards";

type Caller = { reportCards: ReturnType<typeof reportCardsRouter.createCaller> };

const shared = { tags: ["Report cards"] as [string], security: forMembers };
const type = "application/pdf";

const example = {
  _id: "019376a0-5b1e-7c3a-9d2f-4a6b8c0d1e2f",
  number: "2026-7A-012-1",
  state: "issued" as const,
  issuedAt: new Date("2026-11-23T10:00:00Z"),
  endedAt: null,
  reason: null,
  content: {
    title: "Term 1",
    year: "2026-27",
    name: "Asha Rao",
    admissionNo: "LYC-1042",
    className: "7",
    section: "A",
    rollNo: "12",
    issuedOn: "2026-11-23",
    attendance: { present: 171, open: 184 },
    columns: [{ name: "Half-yearly", total: 80 }],
    rows: [
      {
        subject: "Biology",
        percent: "76.3%",
        grade: "B+",
        cells: [{ kind: "scored" as const, score: 61, total: 80 }],
      },
    ],
    sums: [61],
    overall: { score: 61, total: 80, percent: "76.3%", grade: "B+", label: "Very Good" },
    remarkTeacher: "Steady.",
    remarkHead: null,
    lines: ["Art: A"],
  },
};

const list = call({
  ...shared,
  method: "get",
  path: "/report-cards",
  operationId: "listReportCards",
  summary: "Report cards as they were issued, the latest first, at most 100",
  description:
    "Students read their own cards. With `studentId`, guardians who see results read those of the child, and the office those of any student.",
  takes: { query: cardsInput },
  refuses: ["FORBIDDEN", "NOT_FOUND"],
  responses: { 200: response("The report cards", z.array(cardView.meta({ id: "ReportCard" })), [example]) },
});

const file = call({
  ...shared,
  method: "get",
  path: "/report-cards/{id}/file",
  operationId: "readReportCard",
  summary: "A report card as it was printed",
  description: "For everyone who finds it in `/api/report-cards`. Class teachers read it at `/admin/report-cards`.",
  takes: { path: setIdInput },
  refuses: ["FORBIDDEN", "NOT_FOUND"],
  responses: {
    200: {
      description: "The file",
      headers: dispositionHeader("The file's name", 'attachment; filename="report-card-2026-7A-012-1.pdf"'),
      content: { [type]: bytes },
    },
  },
});

/** The REST paths of the report cards. */
export const reportCardsRest = restOf<Caller>()
  .openapi(list, async (context) =>
    context.json(await context.var.caller.reportCards.cards(queryOf(context, cardsInput)), 200),
  )
  .openapi(file, async (context) => {
    const { name, base64 } = await context.var.caller.reportCards.file(idOf(context));
    const headers = { "content-type": type, "content-disposition": `attachment; filename="${name}"` };
    return context.body(Buffer.from(base64, "base64"), 200, headers);
  });
