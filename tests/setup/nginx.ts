import { spawn, spawnSync } from "node:child_process";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { freePort, removeFolder, temporaryFolder } from "../../scripts/launch.mjs";

export type SharedCache = {
  url: string;
  /** Everything that it has kept so far, as it lies on its disk: headers and bytes. */
  keptOnDisk: () => Promise<Buffer>;
  stop: () => Promise<void>;
};

/** True where the command is on the PATH. */
export const hasNginx = () => spawnSync("nginx", ["-v"]).status === 0;

// What may be kept, for how long and for whom the answers alone decide: no word on times, no key of its own, nothing that
// passes by. `updating` lets others have what is a second old while one of them asks anew; it is never older.
const configOf = (folder: string, port: number, target: string, workers: number) => `
daemon off;
${process.getuid?.() === 0 ? "user root;" : ""}
worker_processes ${workers};
pid ${folder}/pid;
events { worker_connections 1024; }
http {
  access_log off;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  keepalive_requests 1000000;
  proxy_cache_path ${folder}/kept levels=1:2 keys_zone=shared:10m use_temp_path=off;
  upstream product { server ${target}; keepalive 32; }
  server {
    listen 127.0.0.1:${port};
    client_max_body_size 64m;
    location / {
      proxy_pass http://product;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host $http_host;
      proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
      proxy_cache shared;
      proxy_cache_use_stale updating;
      proxy_cache_revalidate on;
      add_header X-Cache $upstream_cache_status always;
    }
  }
}
`;

/** Starts nginx as a shared cache in front of `url`. Each answer says in `X-Cache` what it did. @throws Error when it cannot */
export async function startNginx(url: string, workers = 1): Promise<SharedCache> {
  const [folder, port] = [await temporaryFolder(), await freePort()];
  const config = join(folder, "nginx.conf");
  await writeFile(config, configOf(folder, port, new URL(url).host, workers));
  await mkdir(join(folder, "kept"));
  const child = spawn("nginx", ["-c", config, "-p", folder, "-e", "stderr"], {
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
  throw new Error("nginx did not come up; what it said stands above.");
}

async function readAll(folder: string): Promise<Buffer> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  // One may be replaced at this moment.
  return Buffer.concat(await Promise.all(files.map((file) => readFile(file).catch(() => Buffer.alloc(0)))));
}
