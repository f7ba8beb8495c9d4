import "server-only";
import { z } from "zod";
import { sentFile } from "@/lib/table-fields";
import { call, forMembers, response, restOf } from "@/server/rest/call";
import { refuseFile, tableOf, takeFile } from "@/server/rest/form";
import { copy, say } from "./messages";
import type { importsRouter } from "./router";
import { mostBytes, mostHeadRows, mostRows } from "./rules";
import { importView } from "./schema";

type Caller = { imports: ReturnType<typeof importsRouter.createCaller> };

const example = {
  _id: "019376a0-9c3d-7e4f-8a5b-6c7d8e9f0a1b",
  fileName: "class-7.xlsx",
  state: "read" as const,
  by: "Administrator",
  createdAt: new Date("2026-11-20T09:30:00.000Z"),
  rows: 58,
  counts: null,
  appliedAt: null,
  undoneAt: null,
  undoUntil: null,
  sheet: "Class 7",
  others: 0,
  hidden: 0,
  heads: ["Adm No", "Name"],
  samples: [["A-1"], ["Asha Rao"]],
  columns: ["admissionNo" as const, "name" as const],
  dayOrder: null,
  asksOrder: false,
  year: null,
  fromDay: null,
  starts: [{ year: "019376a0-5b1e-7c2d-9f3a-4b5c6d7e8f90", day: "2026-04-01" }],
  importedAt: null,
  accounts: [],
  digest: null,
  reversed: 0,
  leftOver: [],
  taskId: null,
};

const upload = call({
  method: "post",
  path: "/imports",
  operationId: "readImport",
  tags: ["Roster"],
  summary: "Uploads a list of students for an import; nothing is written to the roster yet",
  description:
    "For the office. A CSV or XLSX file of up to 5,000 rows and 5 MB. Its rows are kept for a week; the import is continued at `/admin/import/{_id}`.",
  security: forMembers,
  takes: { form: { schema: sentFile, example: { file: "@class-7.xlsx", sheet: "Class 7" } } },
  refuses: ["FORBIDDEN", "UNPROCESSABLE_CONTENT"],
  responses: {
    201: response("The rows were read", importView.extend({ message: z.string() }).meta({ id: "Import" }), {
      message: copy.fileRead,
      ...example,
    }),
  },
});

/** The REST path for uploading a file. The file is parsed immediately and not stored. */
export const importsRest = restOf<Caller>().openapi(upload, (context) => {
  const check = ({ imports }: Caller) => imports.mayAdd();
  const form = { fields: ["sheet"], file: "file", mostBytes, check, missing: say("noFile") };
  return takeFile(context, form, async ({ imports }, file, { sheet }) => {
    const added = await imports.add(await tableOf(file, mostRows + mostHeadRows, sheet)).catch(refuseFile);
    return context.json({ message: copy.fileRead, ...added }, 201);
  });
});
