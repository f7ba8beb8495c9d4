import "server-only";
import { z } from "zod";
import { fieldError } from "@/lib/errors";
import { parseForm } from "@/server/files/parse-form";
import { call, forMembers, response, restOf } from "@/server/rest/call";
import { endOfName, refuseFile } from "@/server/rest/form";
import { checkBeforeBody, onceForKey } from "@/server/rest/once";
import { readTable } from "@/server/spreadsheets/read";
import { copy, say } from "./messages";
import type { examsRouter } from "./router";
import { mostFileBytes, mostFileHeads, mostFileRows } from "./rules-file";
import { examIdInput } from "./schema";
import { examples } from "./schema-examples";
import * as files from "./schema-files";

type Caller = { exams: ReturnType<typeof examsRouter.createCaller> };

const formOfFile = { fields: ["sheet"], file: "file", mostBytes: mostFileBytes } as const;

const upload = call({
  security: forMembers,
  tags: ["Exams"],
  description:
    "For the office, and for teachers of the class and subject. The next steps are taken at `/admin/results/{id}/file`.",
  method: "post",
  path: "/exams/{id}/files",
  operationId: "readMarksFile",
  summary: "Reads a file of marks, CSV or XLSX; nothing is written to the drafts yet",
  takes: { path: examIdInput, form: { schema: files.sentFile, example: { file: "@marks.xlsx" } } },
  refuses: ["FORBIDDEN", "NOT_FOUND", "CONFLICT", "UNPROCESSABLE_CONTENT"],
  responses: {
    201: response("The rows were read", files.fileView.extend({ message: z.string() }).meta({ id: "MarksFile" }), {
      message: copy.fileRead,
      ...examples.file,
    }),
  },
});

/** The REST path of files of marks. */
export const filesRest = restOf<Caller>().openapi(upload, async (context) => {
  const id = context.req.param("id");
  await checkBeforeBody(context.req.raw, () => context.var.caller.exams.mayAddFile({ id }));
  return parseForm(context.req.raw, formOfFile, async ({ file, fields }) => {
    if (!file) throw fieldError("file", say("chooseFile"));
    const { exams } = await context.var.callerNow();
    const { name, sha256 } = file;
    const sheet = fields.sheet || undefined;
    return onceForKey(context.req.raw, context.var.callerKey, { id, name, sha256, sheet }, async () => {
      const table = await readTable(file.path, mostFileRows + mostFileHeads, sheet);
      const fileName = endOfName(name);
      const added = await exams.addFile({ ...table, id, fileName, fileHash: sha256 }).catch(refuseFile);
      return context.json({ message: copy.fileRead, ...added }, 201);
    });
  });
});
