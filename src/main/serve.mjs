// `npm start` and `npm run dev`: prepares the checkout, serves the product, and shuts it down in order.
import "./node-version.mjs";
import { rejectOtherMethod } from "../../scripts/page-methods.mjs";
import { earlierAsset, sendEarlierAsset } from "../http/earlier-assets.mjs";
import { noteAddress } from "../http/local-address.mjs";
import { safetyOf, secure, siteOf } from "../http/security-headers.mjs";
import { lockBuild } from "./build.mjs";
import { noteRunning } from "./builds.mjs";
import { readCommand } from "./commands.mjs";
import { createDrainableServer } from "./drainable-server.mjs";
import {
  keepLength,
  prepareQuietly,
  rejectUnreadable,
  requestNow,
  sendStarting,
  sendUnavailable,
} from "./next-responses.mjs";
import { listenOn } from "./port.mjs";
import { endCommands, ensureGenerated, ensureInstalled, loadSettings, printFailure, root, say } from "./prepare.mjs";
import { readSettings } from "./settings.mjs";

const dev = readCommand("start").flags.has("dev");

/** In milliseconds: how long after the signal the database may still be closing, and the limit after an uncaught error. */
const timeouts = { closing: 9_500, crashing: 900 };

/** @typedef {import("./start").Running} Running */

/**
 * The machinery behind the pages; set as soon as `src/instrumentation.ts` begins to start it.
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

let listener = sendStarting;
const { server, drain } = createDrainableServer((request, response) => listener(request, response));
// We serve no WebSockets: destroy upgrade requests, or they would stay open. (next dev needs them.)
if (!dev) server.on("upgrade", (_request, socket) => socket.destroy());

let open = false;
let stopping = false;
let broken = false;

/** @param {number} milliseconds */
const delay = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/**
 * Graceful shutdown. `/api/ready` fails at once, while new requests are still accepted for a moment, so that a load balancer
 * can switch to another instance.
 * @param {number} code
 */
async function stop(code) {
  if (stopping) return;
  stopping = true;
  const began = performance.now();
  // Read by src/server/observability/health.ts.
  Object.assign(globalThis, { lyceumStopping: true });
  void running?.then(({ stopTaking }) => stopTaking()).catch(() => {});
  await drain(endCommands());
  await close(began + timeouts.closing - performance.now());
  process.exit(code);
}

/**
 * Closes the database and the rest of the machinery; a start that hangs must not block the shutdown.
 * @param {number} milliseconds
 */
async function close(milliseconds) {
  const closed = running?.then(({ stop }) => stop(milliseconds)).catch(() => {});
  await Promise.race([closed, delay(milliseconds)]);
}

/** Replaced after the start by the log, which redacts personal data. */
let report = printFailure;

/** @param {unknown} error */
async function fail(error) {
  report(error);
  await stop(1);
}

/**
 * The state is unknown after an uncaught error, so the process ends within a second. The next start reuses an embedded
 * database that is still running.
 * @param {unknown} error
 */
function crash(error) {
  if (broken) return;
  broken = true;
  report(error);
  setTimeout(() => process.exit(1), timeouts.crashing);
  const ended = running?.then(({ stopAtOnce }) => stopAtOnce()).catch(() => {});
  void Promise.resolve(ended).then(() => process.exit(1));
}

/** @type {(error: unknown) => unknown} */
let outageOf = () => undefined;

/**
 * Ignores unhandled rejections from aborted renders and from database outages; any other is a bug and ends the process.
 * @param {unknown} error
 */
function crashUnlessExpected(error) {
  if (requestNow() === undefined && !outageOf(error)) crash(error);
}

async function settings() {
  process.chdir(root);
  loadSettings();
  return readSettings();
}

/**
 * @param {Awaited<ReturnType<typeof settings>>} env
 * @param {string | undefined} build its folder; undefined in development
 */
async function serve({ APP_URL, GATEWAY, UPLOADTHING_TOKEN, HSTS_SUBDOMAINS }, build) {
  // Read by src/server/thread-path.ts.
  Object.assign(globalThis, { lyceumBuild: build });
  Object.assign(process.env, {
    NODE_ENV: dev ? "development" : "production",
    NEXT_TELEMETRY_DISABLED: "1",
    ...(build && { LYCEUM_BUILD: build }),
    // NextAuth reads these variables: its URL comes from APP_URL, else from the request.
    ...(APP_URL ? { NEXTAUTH_URL: APP_URL } : { AUTH_TRUST_HOST: "true" }),
  });
  const { default: next } = await import("next");
  const app = next({ dev, dir: root, httpServer: server, quiet: true });
  await (dev ? app.prepare() : prepareQuietly(app));
  const { start } = await begun;
  const started = await start;
  const handle = app.getRequestHandler();
  const site = siteOf({ APP_URL, UPLOADTHING_TOKEN, HSTS_SUBDOMAINS }, dev);
  /** @type {(request: import("node:http").IncomingMessage, response: import("node:http").ServerResponse) => boolean} */
  const prepareRequest = (request, response) => {
    secure(request, response, site);
    return !rejectUnreadable(request, response);
  };
  /** @type {import("node:http").RequestListener} */
  const pages = (request, response) => {
    if (!prepareRequest(request, response)) return;
    // next dev uses other methods itself.
    if (!dev && rejectOtherMethod(request, response)) return;
    noteAddress(request);
    keepLength(response);
    sendUnavailable(response);
    const earlier = build && earlierAsset(root, build, request);
    if (earlier) sendEarlierAsset(earlier, request, response).catch(() => response.destroy());
    else void handle(request, response);
  };
  // No response cache in development: sources change.
  const isWithoutGateway = dev || GATEWAY === "off";
  if (!dev) {
    started.quietConsole();
    report = started.logFatal;
  }
  outageOf = started.databaseErrorOf;
  /** @param {string[]} [scripts] */
  const safety = (scripts) => safetyOf(site, scripts);
  const openListener = isWithoutGateway
    ? started.withRequestLog(started.withPreviews(pages, safety), safety)
    : started.openGateway({ pages, prepareRequest, safetyOf: safety });
  // Last, so that an interrupted or failed start leaves no administrator whose password nobody was told.
  const admin = await started.ensureFirstAdmin();
  listener = openListener;
  return admin;
}

try {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => void stop(open ? 0 : 1));
  process.on("uncaughtException", crash);
  process.on("unhandledRejection", crashUnlessExpected);
  await ensureInstalled(dev);
  const env = await settings();
  const { PORT, APP_URL } = env;
  await listenOn(server, PORT);
  await ensureGenerated();
  if (dev) noteRunning(root, "sources");
  const build = dev ? undefined : await lockBuild();
  say("Starting ...");
  const admin = await serve(env, build);
  open = true;
  say("");
  say(`Lyceum is open at ${APP_URL ?? `http://localhost:${PORT}`}`);
  if (admin?.password) {
    say(`The administrator logs in as "${admin.username}" with the password ${admin.password}`);
    say("This password is shown only once; write it down. `npm run admin` sets a new one.");
  } else if (admin) say(`The administrator logs in as "${admin.username}" with the password from ADMIN_PASSWORD.`);
  say("Press Ctrl-C to stop.");
} catch (error) {
  await fail(error);
}
