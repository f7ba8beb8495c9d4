import "server-only";
import type { IncomingMessage, ServerResponse } from "node:http";
import { materialsReads } from "@/features/materials/rest";
import { resultsReads } from "@/features/results/rest";
import { schedulesReads } from "@/features/schedules/rest";
import { nameRoute } from "@/server/request";
import { linkTo, type Read } from "@/server/rest/read";
import { appErrorOf, type Context, logUnforeseen } from "@/server/trpc";
import { variesByOrigin } from "./manners";
import { refuse } from "./refusals";
import { createCaller } from "./root";
import { contextOf } from "./session";

type Caller = ReturnType<typeof createCaller>;

/** A read that an address asks for. */
type Asking = { read: Read<Caller>; route: string; url: string; params: Record<string, string> };

const placed = (read: Read<Caller>) => ({
  read,
  route: `/api${read.path.replace(/\{(\w+)\}/g, ":$1")}`,
  pattern: new RegExp(`^/api${read.path.replace(/\{(\w+)\}/g, "(?<$1>[^/]+)")}$`),
});
const lists = [...materialsReads, ...schedulesReads].map(placed);
const personal = resultsReads.map(placed);

/** The read of something personal that a request asks for, where it asks in the plainest way; all else is the routes'. */
export function personalReadOf({ method, url = "", headers }: IncomingMessage): Asking | undefined {
  if (method !== "GET" || headers.origin !== undefined || headers["transfer-encoding"] || headers["content-length"]) {
    return undefined;
  }
  return readAt(url, personal);
}

/** The public list at an address. */
export function listAt(url: string): Asking | undefined {
  return readAt(url, lists);
}

function readAt(url: string, reads: typeof lists): Asking | undefined {
  const path = url.split("?", 1)[0] ?? "";
  for (const { read, route, pattern } of reads) {
    const groups = pattern.exec(path)?.groups;
    if (!groups && !pattern.test(path)) continue;
    const params = decoded(groups ?? {});
    return params && { read, route, url, params };
  }
  return undefined;
}

function decoded(groups: Record<string, string>): Record<string, string> | undefined {
  try {
    return Object.fromEntries(Object.entries(groups).map(([name, text]) => [name, decodeURIComponent(text)]));
  } catch {
    return undefined;
  }
}

type Answer = { status: number; headers: Record<string, string>; body: string };

/** What a read tells whoever asks, or why not. */
export async function answerRead({ read, route, url, params }: Asking, asker: () => Promise<Context>): Promise<Answer> {
  try {
    const address = new URL(url, "http://localhost");
    const { body, next } = await read.tell(createCaller(await asker()), { params, address });
    const link: Record<string, string> = next ? { link: linkTo(address, next) } : {};
    return { status: 200, headers: { "content-type": "application/json", ...link }, body: JSON.stringify(body) };
  } catch (error) {
    logUnforeseen(error, `GET ${route}`);
    const refusal = refuse(appErrorOf(error), route);
    return { status: refusal.status, headers: Object.fromEntries(refusal.headers), body: await refusal.text() };
  }
}

/** Answers a request for a read, for whoever sent it and nobody else. */
export async function sendRead(asking: Asking, request: IncomingMessage, response: ServerResponse): Promise<void> {
  nameRoute(asking.route);
  const said = { get: (name: string) => request.headers[name]?.toString() ?? null };
  const { status, headers, body } = await answerRead(asking, () => contextOf(said));
  const bytes = Buffer.from(body);
  const vary = variesByOrigin() && { vary: "Origin" };
  response
    .writeHead(status, { "cache-control": "no-store", ...vary, ...headers, "content-length": bytes.length })
    .end(bytes);
}
