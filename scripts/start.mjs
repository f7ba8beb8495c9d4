// `npm start` and `npm run dev`: from a fresh clone to the running product, and back down again.
import { existsSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { isReadable, localAddress } from "./address.mjs";
import { holdBuild } from "./build.mjs";
import { noteRunning } from "./builds.mjs";
import { readCommand } from "./commands.mjs";
import { shareContexts } from "./contexts.mjs";
import { earlierAsset, sendEarlierAsset } from "./earlier-assets.mjs";
import { safetyOf, secure, siteOf } from "./headers.mjs";
import { listenOn } from "./port.mjs";
import { endCommands, ensureGenerated, ensureInstalled, root, say } from "./prepare.mjs";
import { readSettings } from "./settings.mjs";

const dev = readCommand("start").flags.has("dev");

/**
 * How long after its signal the end waits, in milliseconds: for more requests, which have ended when none came for `quiet`;
 * for those under way, until they are cut off; and for the database to close, which may still be starting. It is 10 s in all.
 * After an error that nothing caught it is less than one.
 */
const patience = { taking: 4_000, quiet: 500, answering: 7_000, closing: 9_500, crashing: 900 };

/** @typedef {import("../src/api/start").Running} Running */

/**
 * The machinery behind the pages, once `src/instrumentation.ts` has begun to start it.
 * @type {Promise<Running> | undefined}
 */
let running;
const begun = new Promise((/** @type {(begun: { start: Promise<Running> }) => void} */ resolve) => {
  /** @param {Promise<Running>} start */
  const follow = (start) => {
    running = start;
    resolve({ start });
  };
  Object.assign(globalThis, { lyceumHost: { say, follow } });
});

const plain = { dev, cloud: false, https: false };

/** @type {import("node:http").RequestListener} */
let answer = (_request, response) => {
  response.writeHead(503, { ...safetyOf(plain), "content-type": "text/plain; charset=utf-8", "retry-after": "5" });
  response.end("Lyceum is starting. Please try again in a few seconds.\n");
};
/** @type {Set<import("node:http").ServerResponse>} */
const underWay = new Set();
let cameLast = 0;
const server = createServer((request, response) => {
  cameLast = performance.now();
  if (stopping) response.setHeader("connection", "close");
  localAddress(request);
  answer(request, response);
  // What was kept ready has been answered by now.
  if (response.writableEnded) return;
  underWay.add(response);
  response.once("close", () => underWay.delete(response));
});
// Nothing here speaks another protocol; a connection that waits for one would never end. Next's tools do, while sources are
// edited.
if (!dev) server.on("upgrade", (_request, socket) => socket.destroy());
// A large file over a slow line takes its time; its headers do not, nor do other bodies (src/server/rest/body.ts).
server.requestTimeout = 15 * 60_000;
server.headersTimeout = 30_000;

let open = false;
let stopping = false;
let broken = false;

/** @param {number} milliseconds */
const delay = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/**
 * Ends the product. `/api/ready` says no from the first moment, and new requests are still taken while others are under
 * way, so that a balancer has time to turn elsewhere.
 * @param {number} code
 */
async function stop(code) {
  if (stopping) return;
  stopping = true;
  const began = performance.now();
  // Read by src/server/health.ts.
  Object.assign(globalThis, { lyceumStopping: true });
  for (const response of underWay) if (!response.headersSent) response.setHeader("connection", "close");
  await endCommands();
  // What was sent before the signal may still have to be read: a listener that closes would reset it.
  while (performance.now() - began < patience.taking && performance.now() - cameLast < patience.quiet) {
    await delay(20);
    await new Promise((resolve) => setImmediate(resolve));
  }
  const closed = new Promise((resolve) => server.close(resolve));
  const cut = setTimeout(() => server.closeAllConnections(), began + patience.answering - performance.now());
  const sweep = setInterval(() => server.closeIdleConnections(), 100);
  await Promise.race([closed, delay(began + patience.answering + 200 - performance.now())]);
  clearTimeout(cut);
  clearInterval(sweep);
  await close(began + patience.closing - performance.now());
  process.exit(code);
}

/**
 * Closes the database and all else behind the pages; a start that hangs must not hold up its own end.
 * @param {number} milliseconds
 */
async function close(milliseconds) {
  const closed = running?.then(({ stop }) => stop()).catch(() => {});
  await Promise.race([closed, delay(milliseconds)]);
}

/**
 * Tells the person at the console why it does not start; once people use the product, the log does, which quotes nobody.
 * @param {unknown} error
 */
let tell = (error) => {
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
  process.stderr.write(`${["EnvError", "StartError"].includes(name) ? message : stack}\n`);
};

/** @param {unknown} error */
async function fail(error) {
  tell(error);
  await stop(1);
}

/**
 * Nobody knows what still holds after an error that nothing caught: the process ends within a second, whatever is under way.
 * The next start goes on with a database that has not ended by then.
 * @param {unknown} error
 */
function crash(error) {
  if (broken) return;
  broken = true;
  tell(error);
  setTimeout(() => process.exit(1), patience.crashing);
  const ended = running?.then(({ stopAtOnce }) => stopAtOnce()).catch(() => {});
  void Promise.resolve(ended).then(() => process.exit(1));
}

/** @type {(error: unknown) => unknown} */
let outageOf = () => undefined;

/**
 * Pages leave promises behind that fail when nobody needs them any more, and Next notes them; that ends no product, and
 * neither does a database that is away. Any other is an error that nothing caught.
 * @param {unknown} error
 */
function crashUnlessForeseen(error) {
  if (requestNow() === undefined && !outageOf(error)) crash(error);
}

async function settings() {
  process.chdir(root);
  if (existsSync(join(root, ".env"))) process.loadEnvFile(join(root, ".env"));
  return readSettings();
}

// Next drops the length of a streamed answer, and with it the progress of a download; our routes say it twice.
/** @param {import("node:http").ServerResponse} response */
function keepLength(response) {
  const set = response.setHeader.bind(response);
  response.setHeader = (name, value) =>
    name === "x-content-length" ? set("content-length", String(value)) : set(name, value);
}

/** The request that the code at work belongs to, as src/server/request.ts knows it. */
function requestNow() {
  const { lyceumRequestScopes: scopes } =
    /** @type {{ lyceumRequestScopes?: { getStore(): { outage?: boolean } | undefined } }} */ (globalThis);
  return scopes?.getStore();
}

// Next knows one way for a page to fail; where the database is away, the visitor is told to come again.
/**
 * @param {import("node:http").ServerResponse} response
 */
function sayOutage(response) {
  const request = requestNow();
  const write = response.writeHead.bind(response);
  /** @param {number} status @param {any[]} more */
  response.writeHead = (status, ...more) => {
    if (status !== 500 || !request?.outage) return write(status, ...more);
    response.statusCode = 503;
    response.setHeader("retry-after", "2");
    return write(503, ...more);
  };
}

// Who asks, for throttles: the connection's other end or, behind proxies of the institute's own, whom the outermost of them
// saw. What a visitor says of itself in these headers counts for nothing.
/**
 * @param {import("node:http").IncomingMessage} request
 * @param {number} proxies
 */
function nameCaller(request, proxies) {
  const forwarded = String(request.headers["x-forwarded-for"] ?? "").split(",");
  const seen = [...forwarded.map((part) => part.trim()).filter(Boolean), request.socket.remoteAddress ?? ""];
  const caller = seen.at(-1 - Math.min(proxies, seen.length - 1)) ?? "";
  request.headers["x-lyceum-caller"] = caller;
  // The API's own doors read the headers as they came.
  const { rawHeaders } = request;
  const others = rawHeaders.filter((_, index) => rawHeaders[index - (index % 2)]?.toLowerCase() !== "x-lyceum-caller");
  request.rawHeaders = [...others, "x-lyceum-caller", caller];
}

/** The methods that some address of the site knows. */
const methods = "GET, HEAD, POST, PUT, DELETE, OPTIONS";

/**
 * @param {Awaited<ReturnType<typeof settings>>} env
 * @param {string | undefined} build its folder; none while the sources are edited
 */
async function serve({ APP_URL, TRUSTED_PROXIES, FRONT, UPLOADTHING_TOKEN, HSTS_SUBDOMAINS }, build) {
  Object.assign(process.env, {
    NODE_ENV: dev ? "development" : "production",
    NEXT_TELEMETRY_DISABLED: "1",
    ...(build && { LYCEUM_BUILD: build }),
    // NextAuth's own variables: its addresses come from the setting, else from the request.
    ...(APP_URL ? { NEXTAUTH_URL: APP_URL } : { AUTH_TRUST_HOST: "true" }),
  });
  // Read by src/api/routes.ts.
  Object.assign(globalThis, { lyceumBuild: build });
  const { default: next } = await import("next");
  const app = next({ dev, dir: root, httpServer: server, quiet: true });
  await app.prepare();
  const { start } = await begun;
  const started = await start;
  const handle = app.getRequestHandler();
  const site = siteOf({ APP_URL, UPLOADTHING_TOKEN, HSTS_SUBDOMAINS }, dev);
  /** @type {(request: import("node:http").IncomingMessage, response: import("node:http").ServerResponse) => boolean} */
  const dress = (request, response) => {
    secure(request, response, site);
    nameCaller(request, TRUSTED_PROXIES);
    if (isReadable(request.url ?? "/")) return true;
    if (request.url === "*" && request.method === "OPTIONS") response.writeHead(204, { allow: methods }).end();
    else response.writeHead(400).end("This address cannot be read.\n");
    return false;
  };
  /** @type {import("node:http").RequestListener} */
  const pages = (request, response) => {
    if (!dress(request, response)) return;
    keepLength(response);
    sayOutage(response);
    const earlier = build && earlierAsset(root, build, request);
    if (earlier) sendEarlierAsset(earlier, request, response).catch(() => response.destroy());
    else void handle(request, response);
  };
  // While the sources are edited, Next serves what they say now.
  const isAlone = dev || FRONT === "off";
  if (!dev) {
    started.quietConsole();
    tell = started.logFatal;
  }
  outageOf = started.outageOf;
  /** @param {string[]} [scripts] */
  const safety = (scripts) => safetyOf(site, scripts);
  answer = isAlone ? started.watched(pages, safety) : started.openFront({ pages, dress, safetyOf: safety });
  return started;
}

try {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => void stop(open ? 0 : 1));
  process.on("uncaughtException", crash);
  process.on("unhandledRejection", crashUnlessForeseen);
  // While sources are edited, Next tells its own steps from theirs by the stack.
  if (!dev) shareContexts();
  await ensureInstalled(dev);
  const env = await settings();
  const { PORT, APP_URL } = env;
  await listenOn(server, PORT);
  await ensureGenerated();
  if (dev) noteRunning(root, "sources");
  const build = dev ? undefined : await holdBuild();
  say("Starting ...");
  const { admin } = await serve(env, build);
  open = true;
  say("");
  say(`Lyceum is open at ${APP_URL ?? `http://localhost:${PORT}`}`);
  if (admin?.password) {
    say(`The administrator logs in as "${admin.username}" with the password ${admin.password}`);
    say("This password is shown only now; write it down. `npm run admin` makes a new one.");
  } else if (admin) say(`The administrator logs in as "${admin.username}" with the password that was set.`);
  say("Ctrl-C ends it.");
} catch (error) {
  await fail(error);
}
