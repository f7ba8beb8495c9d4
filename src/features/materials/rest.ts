import "server-only";
import { createRoute, OpenAPIHono } from "@hono/zod-openapi";
import { create as contentDisposition } from "content-disposition";
import { z } from "zod";
import { mediaTypeOf } from "@/lib/file-kinds";
import { openFile } from "@/server/files/read";
import { inputErrorOf } from "@/server/trpc";
import type { materialsRouter } from "./router";
import { listMaterialsInput, materialIdInput, materialView } from "./schema";

type Caller = { materials: ReturnType<typeof materialsRouter.createCaller> };

const list = createRoute({
  method: "get",
  path: "/materials",
  summary: "The study materials that visitors can see, newest first",
  request: { query: listMaterialsInput.omit({ includeExpired: true }) },
  responses: {
    200: { description: "The materials", content: { "application/json": { schema: z.array(materialView) } } },
  },
});

const file = createRoute({
  method: "get",
  path: "/materials/{id}/file",
  summary: "The file of a study material",
  request: { params: materialIdInput },
  responses: {
    200: { description: "The file" },
    206: { description: "A part of the file" },
    304: { description: "The file has not changed" },
    404: { description: "There is no such material" },
    410: { description: "The material has expired" },
    416: { description: "The file has no such part" },
  },
});

/** The REST paths of the study materials. */
export const materialsRest = new OpenAPIHono<{ Variables: { caller: Caller } }>({
  defaultHook: (read) => {
    if (!read.success) throw inputErrorOf(read.error);
  },
})
  .openapi(list, async (context) => {
    const page = await context.var.caller.materials.list(context.req.valid("query"));
    if (page.nextCursor) {
      const next = new URL(context.req.url);
      next.searchParams.set("cursor", page.nextCursor);
      context.header("link", `<${next.pathname}${next.search}>; rel="next"`);
    }
    return context.json(page.items, 200);
  })
  .openapi(file, async (context) => {
    const { key, name, kind, hash } = await context.var.caller.materials.file(context.req.valid("param"));
    const asked = context.req.raw;
    const etag = `"${hash}"`;
    const headers = new Headers({
      "accept-ranges": "bytes",
      // Asked again each time, so that an expiry counts from its first moment.
      "cache-control": "no-cache",
      "content-disposition": contentDisposition(name, { type: kind === "pdf" ? "inline" : "attachment" }),
      "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      "cross-origin-resource-policy": "same-origin",
      "x-content-type-options": "nosniff",
      etag,
    });
    if (holds(asked.headers.get("if-none-match"), etag)) return new Response(null, { status: 304, headers });

    const ifRange = asked.headers.get("if-range");
    const range = ifRange === null || ifRange === etag ? asked.headers.get("range") : null;
    const opened = await openFile(key, { method: asked.method === "HEAD" ? "HEAD" : "GET", ...(range && { range }) });
    headers.set("content-type", mediaTypeOf[kind]);
    for (const name of ["content-length", "x-content-length"]) headers.set(name, String(opened.headers.contentLength));
    if (opened.headers.contentRange) headers.set("content-range", opened.headers.contentRange);
    return new Response(opened.body, { status: opened.status, headers });
  });

// A list of tags, each perhaps marked weak, or a star for any.
function holds(ifNoneMatch: string | null, etag: string): boolean {
  if (ifNoneMatch === null) return false;
  return ifNoneMatch.trim() === "*" || ifNoneMatch.split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag);
}
