// `npm start` and `npm run dev`: from a fresh clone to the running product, and back down again.
import { existsSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { ensureBuilt } from "./build.mjs";
import { endCommands, ensureGenerated, ensureInstalled, root, say, sentence } from "./prepare.mjs";

const dev = process.argv.includes("--dev");
const patience = 10_000;

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

/** @type {import("node:http").RequestListener} */
let answer = (_request, response) => {
  response.writeHead(503, { "content-type": "text/plain; charset=utf-8", "retry-after": "5" });
  response.end("Lyceum is starting. Please try again in a few seconds.\n");
};
const server = createServer((request, response) => answer(request, response));
// A large file over a slow line takes its time; its headers do not.
server.requestTimeout = 15 * 60_000;

let open = false;
let stopping = false;

/** @param {number} code */
async function stop(code) {
  if (stopping) return;
  stopping = true;
  await endCommands();
  const closed = new Promise((resolve) => server.close(resolve));
  const cut = setTimeout(() => server.closeAllConnections(), patience);
  server.closeIdleConnections();
  if (server.listening) await closed;
  clearTimeout(cut);
  // A start that hangs must not hold up its own end.
  const stopped = running?.then(({ stop }) => stop()).catch(() => {});
  await Promise.race([stopped, new Promise((resolve) => setTimeout(resolve, patience))]);
  process.exit(code);
}

/** @param {unknown} error */
async function fail(error) {
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
  const isForPeople = ["EnvError", "StartError"].includes(name);
  // While people use the product, a message can quote what they typed.
  const said = isForPeople ? message : open ? `${name}${stack?.replace(message, "").replace(/^[^\n]*/, "")}` : stack;
  process.stderr.write(`${said}\n`);
  await stop(1);
}

async function settings() {
  process.chdir(root);
  if (existsSync(join(root, ".env"))) process.loadEnvFile(join(root, ".env"));
  const { tsImport } = await import("tsx/esm/api");
  const { readEnv } = await tsImport("../src/env.ts", import.meta.url);
  return readEnv(process.env);
}

/** @param {number} port */
async function listen(port) {
  await new Promise((resolve, reject) => {
    server.once("error", (error) => {
      const { code } = /** @type {NodeJS.ErrnoException} */ (error);
      if (code === "EADDRINUSE")
        reject(sentence(`Port ${port} is in use; stop what uses it, or set PORT to another one.`));
      else if (code === "EACCES")
        reject(sentence(`Port ${port} may not be used by this account; set PORT to 1024 or more.`));
      else reject(error);
    });
    server.listen(port, () => resolve(undefined));
  });
}

// Next answers an address that cannot be decoded with a failure of its own.
/** @param {string} url */
function isReadable(url) {
  try {
    return decodeURI(url) !== "";
  } catch {
    return false;
  }
}

// Next drops the length of a streamed answer, and with it the progress of a download; our routes say it twice.
/** @param {import("node:http").ServerResponse} response */
function keepLength(response) {
  const set = response.setHeader.bind(response);
  response.setHeader = (name, value) =>
    name === "x-content-length" ? set("content-length", String(value)) : set(name, value);
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
  request.headers["x-lyceum-caller"] = seen.at(-1 - Math.min(proxies, seen.length - 1)) ?? "";
}

/**
 * @param {string | undefined} address of the site, as visitors type it
 * @param {number} proxies that stand in front
 */
async function serve(address, proxies) {
  Object.assign(process.env, {
    NODE_ENV: dev ? "development" : "production",
    NEXT_TELEMETRY_DISABLED: "1",
    // NextAuth's own variables: its addresses come from the setting, else from the request.
    ...(address ? { NEXTAUTH_URL: address } : { AUTH_TRUST_HOST: "true" }),
  });
  const { default: next } = await import("next");
  const app = next({ dev, dir: root, httpServer: server, quiet: true });
  await app.prepare();
  const { start } = await begun;
  const started = await start;
  const handle = app.getRequestHandler();
  if (!dev) started.quietConsole();
  answer = started.front((request, response) => {
    if (!isReadable(request.url ?? "/")) return void response.writeHead(400).end("This address cannot be read.\n");
    nameCaller(request, proxies);
    keepLength(response);
    return void handle(request, response);
  });
  return started;
}

try {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => void stop(open ? 0 : 1));
  process.on("uncaughtException", (error) => void fail(error));
  await ensureInstalled();
  const { PORT, DATA_DIR, APP_URL, TRUSTED_PROXIES } = await settings();
  await listen(PORT);
  await ensureGenerated();
  if (!dev) await ensureBuilt();
  say("Starting ...");
  const { admin } = await serve(APP_URL, TRUSTED_PROXIES);
  open = true;
  say("");
  say(`Lyceum is open at ${APP_URL ?? `http://localhost:${PORT}`}`);
  if (admin?.password) {
    say(`The administrator logs in as "${admin.username}" with the password ${admin.password}`);
    say("This password is shown only now; write it down. `npm run admin` makes a new one.");
  } else if (admin) say(`The administrator logs in as "${admin.username}" with the password that was set.`);
  say(`The data lies in ${DATA_DIR}`);
  say("Ctrl-C ends it.");
} catch (error) {
  await fail(error);
}
