import { expect } from "vitest";
import { db } from "@/server/db/client";
import { callerOf, schoolYear } from "../factories";
import { pdfFile } from "../harness/documents";
import type { Ask } from "./rest-client";

/** A class is previewed, promoted into the next school year and brought back. */
export async function walkPromotion(ask: Ask, token: string, strangersToken: string, fromYear: string): Promise<void> {
  const send = (method: string, path: string, json?: object, caller = token) =>
    ask(method, path, { token: caller, ...(json && { json }) });
  const { id: toYear } = await schoolYear(2027);
  const asked = { fromYear, toYear, className: 7 };
  for (const list of ["/api/years", "/api/promotions"])
    expect((await send("GET", list, undefined, strangersToken)).status).toBe(403);
  expect(await (await send("GET", "/api/years")).json()).toMatchObject([{ _id: toYear }, { _id: fromYear }]);
  const preview = (json: object) => send("POST", "/api/promotions/preview", json);
  const seen = await (await preview(asked)).json();
  expect(seen.counts).toEqual({ up: 1, stays: 0, leaves: 0, refused: 0 });
  expect((await preview({ ...asked, toYear: fromYear })).status).toBe(400);
  const promote = (json: object) => send("POST", "/api/promotions", { ...asked, digest: seen.digest, ...json });
  expect((await promote({ stay: [seen.rows[0].studentId] })).status).toBe(409);
  const { batchId } = await (await promote({})).json();
  expect(await (await send("GET", "/api/promotions")).json()).toMatchObject([{ _id: batchId, undoneAt: null }]);
  const undo = () => send("POST", `/api/promotions/${batchId}/undo`);
  expect(await (await undo()).json()).toEqual({ reversed: 1, rows: [] });
  expect((await undo()).status).toBe(409);
  await db().schoolYear.delete({ where: { id: toYear } });
}

/** A notice gets a file, which everybody can read once the notice is published. */
export async function walkNotices(ask: Ask, token: string): Promise<void> {
  const { notices } = await callerOf(token);
  await notices.add({ title: "Open day", text: "Come.", audience: [{ kind: "public" }] });
  const drafts = "/api/admin/notices?state=draft";
  expect((await ask("GET", drafts)).status).toBe(401);
  const [{ _id: id, ...draft }] = await (await ask("GET", drafts, { token })).json();
  expect(draft).toMatchObject({ title: "Open day", state: "draft", publishedAt: null, isHeld: false });
  const form = async () => {
    const body = new FormData();
    body.append("file", new File([new Uint8Array(await pdfFile())], "plan.pdf", { type: "application/pdf" }));
    return body;
  };
  const files = `/api/notices/${id}/files`;
  expect((await ask("POST", files, { body: await form() })).status).toBe(401);
  const { files: added } = await (await ask("POST", files, { token, body: await form() })).json();
  expect((await ask("GET", added[0].href)).status).toBe(404);
  await notices.publish({ id, rowVersion: 1 });
  expect((await ask("GET", added[0].href)).status).toBe(200);
  expect(await (await ask("GET", "/api/notices")).json()).toMatchObject([{ title: "Open day", files: added }]);
  expect((await ask("GET", "/api/notices?limit=0")).status).toBe(400);
  await db().notice.update({ where: { id }, data: { heldAt: new Date() } });
  expect(await (await ask("GET", "/api/admin/notices", { token })).json()).toMatchObject([{ _id: id, isHeld: true }]);
}
