import "server-only";
import { z } from "zod";
import { mediaTypeOf } from "@/lib/file-kinds";
import { atField } from "@/server/files/inspect-stored";
import type { ReceivedFile } from "@/server/files/parse-form";
import { sendToStore } from "@/server/files/send";
import { serveFile } from "@/server/files/serve";
import { call, forMembers, forVisitorsToo, response, restOf } from "@/server/rest/call";
import { inForm, takeFile } from "@/server/rest/form";
import { fileAnswers, listHeaders } from "@/server/rest/headers";
import { idOf } from "@/server/rest/input";
import { linkNext, queryOf } from "@/server/rest/read";
import { appErrorOf } from "@/server/trpc/trpc";
import { copy, say } from "./messages";
import { countDownload } from "./mutations-downloads";
import type { materialsRouter } from "./router";
import { listMaterialsInput, materialIdInput, type materialInput, materialView } from "./schema";

type Caller = { materials: ReturnType<typeof materialsRouter.createCaller> };

const tags: [string] = ["Study materials"];
const id = "019376a0-2c4b-7f07-8a9c-1d3e5f7a9b0c";
const sent = { className: "7", subject: "Biology", materialName: "Photosynthesis" };
const example = {
  _id: id,
  ...sent,
  pdfFile: `/api/materials/${id}/file`,
  fileKind: "pdf" as const,
  fileSize: 48_213,
  uploadedAt: new Date("2026-11-20T09:30:00.000Z"),
  expiresAt: null,
};

/** Without the number of downloads, which staff see only on the screen (decision 281). */
const restView = materialView.omit({ downloads: true });
const restViews = z.array(restView.meta({ id: "Material" }));

const list = call({
  method: "get",
  path: "/materials",
  operationId: "listMaterials",
  tags,
  security: forVisitorsToo,
  summary: "Lists the study materials that visitors can see, newest first",
  description: "With `includeExpired=true`, for staff only, includes expired materials.",
  takes: { query: listMaterialsInput },
  refuses: ["FORBIDDEN"],
  responses: {
    200: response("The materials", restViews, [example], listHeaders),
    304: { description: "The list has not changed" },
  },
});

const file = call({
  method: "get",
  path: "/materials/{id}/file",
  operationId: "openMaterialFile",
  tags,
  security: forVisitorsToo,
  summary: "Returns the file of a study material",
  description:
    "Supports `Range` requests. After the expiry, only staff can still open the file. A browser that asks for a page gets refusals as a page.",
  takes: { path: materialIdInput },
  refuses: ["NOT_FOUND", "GONE"],
  responses: fileAnswers(Object.values(mediaTypeOf)),
});

const remove = call({
  method: "delete",
  path: "/materials/{id}",
  operationId: "removeMaterial",
  tags,
  summary: "Deletes a study material and its file",
  description: "For teachers in what they teach, and the office.",
  security: forMembers,
  takes: { path: materialIdInput },
  refuses: ["FORBIDDEN", "NOT_FOUND"],
  responses: {
    200: response("The material is deleted", z.object({ message: z.string(), _id: z.string() }), {
      message: copy.removed,
      _id: id,
    }),
  },
});

const fieldNames = ["className", "subject", "materialName", "expiresAt", "alwaysAvailable"] as const;
const uploadForm = z.object({
  className: z.string(),
  subject: z.string(),
  materialName: z.string(),
  pdfFile: z.file().describe("A .pdf, .doc or .docx file"),
  expiresAt: z
    .string()
    .optional()
    .describe(
      "ISO 8601, or `null` for always available. A date, week, month or year without a time means its end; without a time zone, the institute's zone applies.",
    ),
  alwaysAvailable: z.enum(["true", "false"]).optional(),
});

const upload = call({
  method: "post",
  path: "/materials/upload",
  operationId: "uploadMaterial",
  tags,
  summary: "Publishes a study material with its file",
  description:
    "For teachers in what they teach, and the office. It needs `expiresAt`, or `alwaysAvailable` with the value `true`.",
  security: forMembers,
  takes: { form: { schema: uploadForm, example: { ...sent, pdfFile: "@photosynthesis.pdf", expiresAt: "null" } } },
  refuses: ["FORBIDDEN", "UNPROCESSABLE_CONTENT"],
  responses: {
    201: response("The material is published", restView.extend({ message: z.string() }), {
      message: copy.uploaded,
      ...example,
    }),
  },
});

/** The REST paths of the study materials. */
export const materialsRest = restOf<Caller>()
  .openapi(list, async (context) => {
    const { items, nextCursor } = await context.var.caller.materials.list(queryOf(context, listMaterialsInput));
    linkNext(context, nextCursor);
    // Responses that only staff may see must not be cached.
    if (context.req.queries("includeExpired")?.includes("true")) context.header("cache-control", "no-store");
    return context.json(restViews.parse(items), 200);
  })
  .openapi(file, async (context) => {
    const id = context.req.param("id");
    const answer = await serveFile(context.req.raw, await context.var.caller.materials.file({ id }));
    if (startsDownload(context.req.raw, answer)) countDownload(id);
    return answer;
  })
  .openapi(remove, async (context) => {
    const removed = await context.var.caller.materials.remove(idOf(context));
    return context.json({ message: copy.removed, ...removed }, 200);
  })
  .openapi(upload, (context) => {
    const check = ({ materials }: Caller) => materials.mayAdd();
    const form = { fields: fieldNames, file: "pdfFile", check, missing: say("fileRequired") };
    return takeFile(context, form, async ({ materials }, file, fields) =>
      context.json({ message: copy.uploaded, ...(await publish(materials, fields, file)) }, 201),
    );
  });

/** Range requests continue a counted download, and HEAD is no download. */
function startsDownload({ method, headers }: Request, { status }: Response): boolean {
  if (method !== "GET") return false;
  return status === 200 || (status === 206 && /^bytes=0-/.test(headers.get("range") ?? ""));
}

async function publish(materials: Caller["materials"], fields: Record<string, string>, file: ReceivedFile) {
  const { name, type, size } = file;
  const asked = { material: materialIn(fields), file: { name, type, size } };
  try {
    await materials.check(asked);
    return await materials.add({ ...asked, file: { ...asked.file, key: await sendToStore(file) } });
  } catch (error) {
    throw refusalOf(error);
  }
}

// Form fields are texts.
function materialIn({ alwaysAvailable, ...fields }: Record<string, string>) {
  const always = { true: true, false: false }[alwaysAvailable ?? ""] ?? alwaysAvailable;
  return { ...fields, ...(always !== undefined && { alwaysAvailable: always }) } as z.input<typeof materialInput>;
}

// The same error, with its issues at the form's field names.
function refusalOf(error: unknown): unknown {
  const refused = atField(appErrorOf(error), "pdfFile");
  if (!refused.issues) return error;
  return inForm(refused, ([first = "", ...rest]) =>
    first === "material" ? rest : first === "file" ? ["pdfFile"] : [first, ...rest],
  );
}
