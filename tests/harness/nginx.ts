import { spawn, spawnSync } from "node:child_process";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { freePort, removeFolder, temporaryFolder } from "./launch.mjs";

export type SharedCache = {
  url: string;
  /** The contents of its cache on disk: headers and bodies. */
  keptOnDisk: () => Promise<Buffer>;
  stop: () => Promise<void>;
};

/** True if the command is on the PATH. */
export const hasNginx = () => spawnSync("nginx", ["-v"]).status === 0;

// As root its workers would run as a user that cannot read the test folders.
const asOneself = process.getuid?.() === 0 ? "user root;" : "";

const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];

/**
 * `deploy/nginx.conf` adapted to this machine: other paths and addresses, and an `X-Cache` header with the cache status.
 * @throws Error if an expected part is missing
 */
async function deployed(folder: string, port: number, target: string, workers: number): Promise<string> {
  const changes = [
    ["worker_processes auto", `worker_processes ${workers}`],
    ["pid /tmp/nginx.pid", `pid ${folder}/pid`],
    ["proxy_cache_path /tmp/lyceum", `proxy_cache_path ${folder}/kept`],
    ["listen 8080", `listen 127.0.0.1:${port}`],
    ["set $lyceum app:3000;", `set $lyceum ${target};\n    add_header X-Cache $upstream_cache_status always;`],
    // A load generator sends its next request while nginx closes a connection, by default after a thousand requests.
    ["access_log off;", "access_log off;\n  keepalive_requests 10000000;"],
    ["http {", `http {\n${temporary.map((name) => `  ${name}_temp_path ${folder}/${name};`).join("\n")}`],
  ] as const;
  let config: string = await readFile("deploy/nginx.conf", "utf8");
  for (const [from, to] of changes) {
    if (!config.includes(from)) throw new Error(`deploy/nginx.conf does not say "${from}" any more.`);
    config = config.replaceAll(from, to);
  }
  return config;
}

/** The output of `nginx -t` for the unchanged `deploy/nginx.conf`; empty if valid. */
export async function faultsOfDeployed(): Promise<string> {
  const folder = await temporaryFolder();
  try {
    const config = join(folder, "nginx.conf");
    const text = await readFile("deploy/nginx.conf", "utf8");
    await writeFile(config, text.replaceAll("/tmp/", `${folder}/`));
    const { status, stderr } = spawnSync("nginx", ["-t", "-c", config, "-p", folder, "-e", "stderr"], {
      encoding: "utf8",
    });
    return status === 0 ? "" : stderr;
  } finally {
    await removeFolder(folder);
  }
}

/** Starts nginx with `deploy/nginx.conf` in front of `url`. @throws Error if it fails */
export async function startNginx(url: string, workers = 1): Promise<SharedCache> {
  const [folder, port] = [await temporaryFolder(), await freePort()];
  const config = join(folder, "nginx.conf");
  // An address, since nginx would resolve a name with Docker's DNS.
  await writeFile(config, await deployed(folder, port, `127.0.0.1:${new URL(url).port}`, workers));
  await mkdir(join(folder, "kept"));
  const child = spawn("nginx", ["-c", config, "-p", folder, "-e", "stderr", "-g", `daemon off; ${asOneself}`], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  const ended = new Promise<void>((done) => child.once("exit", () => done()));
  const stop = async () => {
    child.kill("SIGTERM");
    await ended;
    await removeFolder(folder);
  };
  const address = `http://localhost:${port}`;
  for (const end = Date.now() + 10_000; Date.now() < end; await wait(50)) {
    const answer = await fetch(`${address}/api/health`).catch(() => undefined);
    if (answer?.ok) return { url: address, keptOnDisk: () => readAll(join(folder, "kept")), stop };
  }
  await stop();
  throw new Error("nginx did not start; see its output above.");
}

async function readAll(folder: string): Promise<Buffer> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  // A cache file may be replaced during the read.
  return Buffer.concat(await Promise.all(files.map((file) => readFile(file).catch(() => Buffer.alloc(0)))));
}
