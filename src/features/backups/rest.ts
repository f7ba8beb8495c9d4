import "server-only";
import { Readable } from "node:stream";
import { readBytes } from "@/server/rest/body";
import { restOf } from "@/server/rest/call";
import { sendBackup } from "./mutations";
import type { backupsRouter } from "./router";

type Caller = { backups: ReturnType<typeof backupsRouter.createCaller> };

const longestForm = 8 * 1024;

/**
 * The target of the page's form, so that the browser streams the bytes to disk. It requires a ticket of the page and is not
 * part of the documented API.
 */
export const backupsRest = restOf<Caller>();

backupsRest.post("/backups/file", async (context) => {
  const form = new URLSearchParams(Buffer.from(await readBytes(context.req.raw, longestForm)).toString());
  const { key, name, passphrase } = await context.var.caller.backups.begin({ ticket: form.get("ticket") ?? "" });
  const { content, bytes } = await sendBackup(key, passphrase);
  return context.body(Readable.toWeb(content) as ReadableStream<Uint8Array>, 200, {
    "content-type": "application/zip",
    "content-disposition": `attachment; filename="${name}"`,
    "content-length": String(bytes),
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
  });
});
