import "server-only";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { AppError, statusOf } from "@/lib/errors";
import type { Made } from "@/server/kept/answer";
import { sendKept, sendMade } from "@/server/kept/keep";
import { doubt, type Topic } from "@/server/kept/lists";
import { isIncomplete } from "@/server/request";
import { logUnforeseen } from "@/server/trpc";
import { withoutNonce } from "./own-scripts";
import { askPage, asksForPage, sendPage } from "./page-answers";
import { answerRead, listAt, personalReadOf, sendRead } from "./reads";
import { refuse } from "./refusals";
import { handleRest } from "./rest";
import type { SafetyOf } from "./too-busy";
import { handleTrpc, refuseTrpc } from "./trpc";
import { handleStore, handleUploadRoute } from "./uploads";
import { watched } from "./watch";

/** What stands round the product. */
type Around = {
  /** Next, dressed. */
  pages: RequestListener;
  /** Gives a request and its answer what all of them carry. False: it has been answered already. */
  dress: (request: IncomingMessage, response: ServerResponse) => boolean;
  safetyOf: SafetyOf;
};

/** What is the same for everyone, and the lists that it shows. */
const sameForEveryone = new Map<string, readonly Topic[]>([
  ["/api/materials", ["materials"]],
  ["/api/notifications", ["schedules"]],
  ["/study-materials", ["materials"]],
  ["/show-schedule", ["schedules"]],
  ...["/", "/about", "/services", "/contact", "/story", "/blog", "/careers", "/privacy", "/terms"].map(
    (page): [string, []] => [page, []],
  ),
]);
const procedures = new Set(["materials.list", "materials.classes", "schedules.list"]);
const trpc = "/api/trpc/";

type Door = {
  path: RegExp;
  methods?: string[];
  handle: (request: Request) => Promise<Response>;
  /** Says no as whoever asks here reads it; as the REST API does, where it is absent. */
  refuse?: (error: AppError) => Response;
};

/** The doors of the API; the rest of /api/auth speaks NextAuth's protocol, and needs Next. */
const doors: Door[] = [
  { path: /^\/api\/trpc\//, methods: ["GET", "HEAD", "POST"], handle: handleTrpc, refuse: refuseTrpc },
  { path: /^\/api\/uploadthing$/, methods: ["GET", "HEAD", "POST"], handle: handleUploadRoute },
  { path: /^\/api\/uploads\/[^/]+$/, methods: ["HEAD", "PUT"], handle: handleStore },
  { path: /^\/api(?!\/auth\/)(\/|$)|^\/api\/auth\/log(in|out)$/, handle: handleRest },
];

const longestAddress = 2_000;

const pathOf = (url: string) => url.split("?", 1)[0] ?? "";

function topicsOf(url: string): readonly Topic[] | undefined {
  // Expired materials are for the administrator alone.
  if (url.length > longestAddress || url.includes("includeExpired")) return undefined;
  const path = pathOf(url);
  if (!path.startsWith(trpc)) return sameForEveryone.get(path);
  const names = path.slice(trpc.length).split(",");
  return names.every((name) => procedures.has(name)) ? ["materials", "schedules"] : undefined;
}

async function answerAt(door: Door, request: Request): Promise<Response> {
  if (!door.methods || door.methods.includes(request.method)) return door.handle(request);
  const allow = { allow: door.methods.join(", ") };
  const error = new AppError("METHOD_NOT_SUPPORTED", "This call does not exist with this method.", undefined, allow);
  return door.refuse?.(error) ?? refuse(error, "");
}

const listeners = doors.map((door) => ({
  ...door,
  listen: getRequestListener((request) => answerAt(door, request), { overrideGlobalObjects: false }),
}));

/**
 * What stands in front of Next: answers that are the same for everyone leave as ready bytes, the API is answered directly,
 * and all else is Next's. The answers are those that Next alone would give, but that pages fetch their scripts later.
 */
export function openFront({ pages, dress, safetyOf }: Around): RequestListener {
  function pass(request: IncomingMessage, response: ServerResponse): void {
    const read = personalReadOf(request);
    if (read) {
      if (dress(request, response)) void sendRead(read, request, response);
      return;
    }
    const path = pathOf(request.url ?? "");
    // Next leads an address with too many slashes to the right one.
    const door = /\/(\/|$)/.test(path) ? undefined : listeners.find((one) => one.path.test(path));
    if (!door && asksForPage(request)) void sendPage(pages, request, response);
    else if (!door) pages(request, response);
    else if (dress(request, response)) void door.listen(request, response);
  }

  function make(url: string, accept: string | undefined): Promise<Made> {
    const read = listAt(url);
    if (read) return askRead(read, safetyOf());
    const door = doors.find((one) => one.path.test(pathOf(url)));
    return door ? askDoor(door.handle, url, accept, safetyOf()) : askPages(pages, url, safetyOf);
  }

  const onward = watched((request, response) => {
    const { url = "/" } = request;
    if (isChange(request)) response.once("close", doubt);
    const key = keyOf(request);
    const topics = key === undefined ? undefined : topicsOf(url);
    if (key === undefined || !topics) return pass(request, response);
    const accept = request.headers["trpc-accept"]?.toString();
    void sendMade(key, { topics, make: () => make(url, accept) }, request, response)
      .catch((error: unknown) => logUnforeseen(error, "front"))
      .then((sent) => sent || pass(request, response));
  }, safetyOf);

  return (request, response) => {
    const key = keyOf(request);
    if (key === undefined || !sendKept(key, request, response)) onward(request, response);
  };
}

// Whoever made a change sees it at once.
const isChange = ({ method }: IncomingMessage) => method !== "GET" && method !== "HEAD";

/** What an answer would be kept under; undefined where the asker matters. */
function keyOf(request: IncomingMessage): string | undefined {
  const { url = "/", headers } = request;
  // A token may be refused, another origin hears its name, Next's own questions are about parts of pages, and who wants
  // one certain answer may be refused all others.
  if (isChange(request) || headers.authorization || headers.origin || headers.rsc || headers["if-match"])
    return undefined;
  const accept = headers["trpc-accept"];
  // What the browser's client says; whatever else would fill the memory with keys.
  if (accept !== undefined && accept !== "application/jsonl") return undefined;
  return accept ? `${accept} ${url}` : url;
}

async function askRead(read: Parameters<typeof answerRead>[0], safety: Made["safety"]): Promise<Made> {
  const { status, headers, body } = await answerRead(read, async () => ({ principal: null }));
  return { status, headers, body: Buffer.from(body), safety };
}

async function askDoor(
  handle: (request: Request) => Promise<Response>,
  url: string,
  accept: string | undefined,
  safety: Made["safety"],
): Promise<Made> {
  const answer = await handle(
    new Request(`http://localhost${url}`, { headers: accept ? { "trpc-accept": accept } : {} }),
  );
  const body = Buffer.from(await answer.arrayBuffer());
  // The stream of a batch has begun with 200 when one of its calls fails; within a text, the quotes would be escaped.
  const hasFailed = answer.ok && body.includes('"error":{');
  const status = hasFailed ? statusOf.INTERNAL_SERVER_ERROR : answer.status;
  return { status, headers: Object.fromEntries(answer.headers), body, safety };
}

async function askPages(pages: RequestListener, url: string, safetyOf: SafetyOf): Promise<Made> {
  const { status: answered, headers, body, policy } = await askPage(pages, { url });
  const status = isIncomplete() ? statusOf.INTERNAL_SERVER_ERROR : answered;
  const { page, scripts } = withoutNonce(body.toString(), policy);
  return { status, headers: Object.fromEntries(headers), body: Buffer.from(page), safety: safetyOf(scripts) };
}
