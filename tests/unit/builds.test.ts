import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { drawn } from "@/server/documents/compile";
import { sha256Of } from "@/server/files/hash";
import { processState } from "@/server/process-state";
import { readTable } from "@/server/spreadsheets/read";
import { earlierAsset } from "../../src/http/earlier-assets.mjs";
import { buildOfSources, keepThreads } from "../../src/main/build.mjs";
import { buildsIn, folderOf, removeOldBuilds, runningFrom } from "../../src/main/builds.mjs";
import { alone } from "../../src/main/prepare.mjs";

let checkout = "";

beforeEach(async () => {
  checkout = await mkdtemp(join(tmpdir(), "lyceum-builds-"));
});

afterEach(() => rm(checkout, { recursive: true, force: true }));

const nameOf = (age: number) => folderOf(String(age).repeat(16));

/** A complete build with its last use `hours` ago. */
async function build(age: number, ...scripts: string[]): Promise<string> {
  const path = nameOf(age);
  await mkdir(join(checkout, path, "static/chunks"), { recursive: true });
  for (const name of scripts) await writeFile(join(checkout, path, "static/chunks", name), "");
  await writeFile(join(checkout, path, ".made-from"), "");
  const usedAt = Date.now() / 1000 - age * 3600;
  await utimes(join(checkout, path, ".made-from"), usedAt, usedAt);
  return path;
}

/** Another process that runs from a build, like a product. */
async function runs(what: string) {
  const builds = JSON.stringify(pathToFileURL(resolve("src/main/builds.mjs")).href);
  const words = `const { noteRunning } = await import(${builds});
    noteRunning(${JSON.stringify(checkout)}, ${JSON.stringify(what)});
    process.once("SIGTERM", () => process.exit());
    setInterval(() => {}, 1000);
    console.log("noted");`;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", words], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await once(child.stdout, "data");
  return async (signal: NodeJS.Signals) => {
    child.kill(signal);
    await once(child, "exit");
  };
}

it("the build fingerprint ignores APP_URL, but depends on NEXT_PUBLIC_ variables", () => {
  const build = buildOfSources({ APP_URL: "https://one.example" });
  expect(build).toBe(buildOfSources({ APP_URL: "https://another.example" }));
  expect(build).not.toBe(buildOfSources({ NEXT_PUBLIC_COLOUR: "blue" }));
  vi.stubEnv("NEXT_PUBLIC_COLOUR", "blue");
  expect(buildOfSources()).toBe(buildOfSources({ NEXT_PUBLIC_COLOUR: "blue" }));
  vi.unstubAllEnvs();
});

describe("builds of a checkout", () => {
  it("a build that is in use is not removed, whatever is built later", async () => {
    const [current, oldest] = [await build(0), await build(9)];
    for (const age of [1, 2, 3, 4]) await build(age);
    const end = await runs(oldest);
    // Its start was the last use.
    expect(buildsIn(checkout)[0]).toBe(oldest);
    await utimes(join(checkout, oldest, ".made-from"), 1, 1);
    expect(runningFrom(checkout)).toEqual([oldest]);
    removeOldBuilds(checkout, current);
    expect(buildsIn(checkout)).toEqual([current, nameOf(1), nameOf(2), nameOf(3), oldest]);

    await end("SIGKILL");
    removeOldBuilds(checkout, current);
    expect(buildsIn(checkout)).not.toContain(oldest);
    expect(await readdir(join(checkout, ".builds/running"))).toEqual([]);
  });

  it("the note of a running process is removed when the process ends", async () => {
    const end = await runs(await build(1));
    await end("SIGTERM");
    expect(await readdir(join(checkout, ".builds/running"))).toEqual([]);
  });

  it("a process that got the pid of a dead product is not taken for a user of its build", async () => {
    await mkdir(join(checkout, ".builds/running"), { recursive: true });
    const note = join(checkout, ".builds/running", String(process.ppid));
    await writeFile(note, `${nameOf(1)}\nlong ago`);
    expect(runningFrom(checkout)).toEqual([]);
    expect(await readdir(join(checkout, ".builds/running"))).toEqual([]);
    await writeFile(note, nameOf(1));
    expect(runningFrom(checkout), "an earlier version wrote no start").toEqual([nameOf(1)]);
  });

  it("a running build loads its own threads, whatever the sources say by then", async () => {
    const folder = join(checkout, await build(0));
    keepThreads(folder);
    await symlink(resolve("node_modules"), join(checkout, "node_modules"));
    /** What a build of other sources would contain. */
    const change = async (path: string, from: string, to: string) => {
      const text = await readFile(join(folder, "src/server", path), "utf8");
      await writeFile(join(folder, "src/server", path), text.replace(from, to));
    };
    await change("files/hash-thread.mjs", '"sha256"', '"sha512"');
    await change("spreadsheets/read-thread.mjs", 'kind: "csv"', 'kind: "earlier"');
    await writeFile(join(folder, "src/server/documents/templates/social.typ"), "#set page(width: 7pt, height: 5pt)");
    const shared = processState<{ lyceumBuild?: string }>();
    shared.lyceumBuild = folder;
    try {
      const table = join(checkout, "table.csv");
      await writeFile(table, "Name\n");
      expect(await sha256Of(table)).toHaveLength(64);
      expect(await readTable(table, 10)).toMatchObject({ kind: "earlier", rows: [{ no: 1, cells: ["Name"] }] });
      expect(await drawn("social", {}, new Date())).toContain('data-height="5.000"');
    } finally {
      delete shared.lyceumBuild;
    }
  });

  it("incomplete builds are removed", async () => {
    const current = await build(0);
    await mkdir(join(checkout, nameOf(5), "static"), { recursive: true });
    removeOldBuilds(checkout, current);
    expect(await readdir(join(checkout, ".builds"))).toEqual([current.slice(".builds/".length)]);
  });
});

describe("assets of other builds", () => {
  const asked = (url: string, method = "GET") => ({ method, url: `/_next/static/${url}` });
  const found = (url: string, method?: string) => earlierAsset(checkout, nameOf(0), asked(url, method));

  it("an asset is found in the build of its page, older or newer", async () => {
    await build(0, "own.js");
    await build(1, "older.js");
    const folder = join(checkout, nameOf(1), "static");
    expect(found("chunks/older.js")).toEqual({ folder, name: "/chunks/older.js" });
    expect(found("chunks/older.js?dpl=1", "HEAD")).toEqual({ folder, name: "/chunks/older.js" });
    await build(2, "newer.js");
    expect(found("chunks/newer.js")?.folder).toBe(join(checkout, nameOf(2), "static"));
  });

  it("assets of the current build are left to Next, and incomplete builds are ignored", async () => {
    await build(0, "own.js");
    await build(1, "older.js");
    await rm(join(checkout, nameOf(1), ".made-from"));
    await writeFile(join(checkout, "secret"), "");
    for (const url of ["chunks/own.js", "chunks/none.js", "chunks/older.js", "", "chunks/../../../../secret"])
      expect([url, found(url)]).toEqual([url, undefined]);
    expect(found("chunks/older.js", "POST")).toBeUndefined();
  });
});

async function copySources() {
  for (const path of ["src", "scripts", "public", "prisma/schema.prisma", "package.json", "package-lock.json"])
    await cp(path, join(checkout, path), { recursive: true });
  for (const path of ["next.config.mjs", "postcss.config.mjs", "tsconfig.json", "tsconfig.build.json"])
    await cp(path, join(checkout, path));
}

const run = promisify(execFile);
const failed = (error: { code: number; stdout: string; stderr: string }) => error;

it("a page that does not match its procedures fails the build", { tags: "long", timeout: 180_000 }, async () => {
  await copySources();
  await symlink(resolve("node_modules"), join(checkout, "node_modules"));
  const schema = join(checkout, "src/features/materials/schema.ts");
  await writeFile(schema, (await readFile(schema, "utf8")).replaceAll("materialName", "title"));
  const { code, stdout, stderr } = await run(process.execPath, ["src/main/build.mjs"], { cwd: checkout }).then(
    () => ({ code: 0, stdout: "", stderr: "" }),
    failed,
  );
  expect({ code, stdout }).toMatchObject({ code: 1, stdout: expect.stringContaining("Building the site") });
  expect(stderr).toMatch(/^src\/features\/materials\/components\/[\w-]+\.tsx\(.+error TS\d+: .*materialName/m);
  expect(buildsIn(checkout)).toEqual([]);
});

it.each([
  ["npm run build", ["src/main/build.mjs"]],
  ["npm run admin", ["scripts/run.mjs", "scripts/admin.ts"]],
])("packages are not replaced while a product is running: %s says so in a sentence", async (_, words) => {
  for (const path of ["src/main", "src/server/process-start.mjs", "scripts/run.mjs"])
    await cp(path, join(checkout, path), { recursive: true });
  const locked = (version: string) => JSON.stringify({ packages: { "node_modules/thing": { version } } });
  await writeFile(join(checkout, "package-lock.json"), locked("2.0.0"));
  await mkdir(join(checkout, "node_modules"));
  await writeFile(join(checkout, "node_modules/.package-lock.json"), locked("1.0.0"));
  const end = await runs(await build(1));
  const said = await run(process.execPath, words, { cwd: checkout }).catch(failed);
  await end("SIGTERM");
  expect(said).toMatchObject({ code: 1, stdout: "" });
  expect(said.stderr).toMatch(/^The packages have changed, but a running Lyceum uses .+ Stop it first.+\n$/);
});

it.runIf(process.platform === "linux")("a start that waits long for another one causes no warnings", async () => {
  const warnings: Error[] = [];
  const note = (warning: Error) => warnings.push(warning);
  process.on("warning", note);
  const said: string[] = [];
  const { write } = process.stdout;
  process.stdout.write = (text: string) => said.push(text) > 0;
  try {
    // Longer than ten attempts, when Node would warn about listeners.
    const first = alone("test", () => delay(3_500));
    await alone("test", async () => {});
    await first;
  } finally {
    process.stdout.write = write;
    process.off("warning", note);
  }
  expect(said).toEqual(["Waiting for another process in this checkout ...\n"]);
  expect(warnings).toEqual([]);
});
