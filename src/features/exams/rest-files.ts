import "server-only";
import { z } from "zod";
import { sentFile } from "@/lib/table-fields";
import { call, forMembers, response, restOf } from "@/server/rest/call";
import { refuseFile, tableOf, takeFile } from "@/server/rest/form";
import { copy, say } from "./messages";
import type { examsRouter } from "./router";
import { mostFileBytes, mostFileHeads, mostFileRows } from "./rules-file";
import { examIdInput } from "./schema";
import { examples } from "./schema-examples";
import * as files from "./schema-files";

type Caller = { exams: ReturnType<typeof examsRouter.createCaller> };

const upload = call({
  security: forMembers,
  tags: ["Exams"],
  description:
    "For the office, and for teachers of the class and subject. The next steps are taken at `/admin/results/{id}/file`.",
  method: "post",
  path: "/exams/{id}/files",
  operationId: "readMarksFile",
  summary: "Reads a file of marks, CSV or XLSX; nothing is written to the drafts yet",
  takes: { path: examIdInput, form: { schema: sentFile, example: { file: "@marks.xlsx" } } },
  refuses: ["FORBIDDEN", "NOT_FOUND", "CONFLICT", "UNPROCESSABLE_CONTENT"],
  responses: {
    201: response("The rows were read", files.fileView.extend({ message: z.string() }).meta({ id: "MarksFile" }), {
      message: copy.fileRead,
      ...examples.file,
    }),
  },
});

/** The REST path of files of marks. */
export const filesRest = restOf<Caller>().openapi(upload, (context) => {
  const id = context.req.param("id");
  const check = ({ exams }: Caller) => exams.mayAddFile({ id });
  const form = { fields: ["sheet"], file: "file", mostBytes: mostFileBytes, check, missing: say("chooseFile") };
  return takeFile(context, form, async ({ exams }, file, { sheet }) => {
    const table = await tableOf(file, mostFileRows + mostFileHeads, sheet);
    const added = await exams.addFile({ ...table, id }).catch(refuseFile);
    return context.json({ message: copy.fileRead, ...added }, 201);
  });
});
