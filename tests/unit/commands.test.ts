import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, describe, expect, it } from "vitest";
import { commands } from "../../src/main/commands.mjs";
import { isSupported } from "../../src/main/node-version.mjs";
import { closingLine } from "../harness/report.mjs";
import { resilienceTests, runOf } from "../resilience/figures";

const root = join(import.meta.dirname, "../..");
const dataDir = mkdtempSync(join(tmpdir(), "lyceum-commands-"));
afterAll(() => rmSync(dataDir, { recursive: true }));

/** The npm scripts that run a script of the project, with their arguments. */
const scripts = Object.entries<string>(JSON.parse(readFileSync(join(root, "package.json"), "utf8")).scripts).flatMap(
  ([name, line]) => {
    const words = /\bnode ((?:scripts|bench|src\/main)\/.+)$/.exec(line)?.[1]?.split(" ");
    return words ? [{ name, words }] : [];
  },
);

const smoke = { name: "smoke", words: ["scripts/smoke.mjs"] };

/** Runs a command; returns exit code, output and the contents of its data folder. */
async function run(words: string[]) {
  const env = { ...process.env, DATA_DIR: dataDir };
  const done = promisify(execFile)(process.execPath, words, { cwd: root, env, timeout: 10_000 });
  const { code, stdout, stderr } = await done.then(
    (said) => ({ code: 0, ...said }),
    (error: { code: number; stdout: string; stderr: string }) => error,
  );
  return { code, stdout, stderr, written: readdirSync(dataDir) };
}

describe.each([...scripts, smoke])("the command $name", ({ words }) => {
  it("--help prints the usage, and an unknown flag is an error; neither does anything", async () => {
    const [help, refusal] = await Promise.all([run([...words, "--help"]), run([...words, "--no-such-flag"])]);
    expect(help).toMatchObject({ code: 0, stderr: "", written: [] });
    expect(help.stdout).toContain("--help");
    expect(refusal).toMatchObject({ code: 2, stdout: "", written: [] });
    expect(refusal.stderr).toContain("Unknown option '--no-such-flag'. Nothing was done.");
  });
});

const entries = [...new Set([...scripts, smoke].map(({ words: [script = ""] }) => script))];

it.each(entries)("on a version of Node that is too old, %s says which one it needs", async (script) => {
  const older = `delete process.getBuiltinModule; Object.defineProperty(process, "versions", { value: { node: "18.20.4" } })`;
  const { code, stdout, stderr } = await run(["--import", `data:text/javascript,${older}`, script]);
  expect({ code, stdout, stderr }).toEqual({
    ...{ code: 1, stdout: "" },
    stderr: "Lyceum needs Node.js 24 (20.19 or a later 20, or 22.12 or newer, will do). This is 18.20.4.\n",
  });
});

it("every command runs on the versions of Node that package.json names", () => {
  const { engines } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const locked = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")).packages[""];
  expect([engines.node, locked.engines.node]).toEqual(["^20.19 || >=22.12", "^20.19 || >=22.12"]);
  const fit = ["20.19.0", "20.20.2", "22.12.0", "23.1.0", "24.0.0", "26.1.0"];
  const unfit = ["18.20.4", "20.18.3", "21.7.3", "22.11.0"];
  expect([...fit, ...unfit].filter(isSupported)).toEqual(fit);
});

it("a misspelt flag, an extra argument and a missing argument are errors", async () => {
  const cases = [
    ["scripts/run.mjs", "scripts/admin.ts", "--no-code"],
    ["scripts/run.mjs", "scripts/admin.ts", "--no-codes=yes"],
    ["scripts/run.mjs", "scripts/admin.ts", "no-codes"],
    ["scripts/run.mjs", "scripts/backup.ts", "one", "two"],
    ["scripts/run.mjs", "scripts/restore.ts"],
    ["scripts/run.mjs", "bench/bench.ts", "quik"],
  ];
  const found = await Promise.all(cases.map(run));
  expect(found.map(({ code }) => code)).toEqual(cases.map(() => 2));
});

describe("list of commands", () => {
  /** The scripts that no other file imports, so a person or npm calls them. */
  const called = () => {
    const folders = ["scripts", "tests", "bench", "src"];
    const texts = folders.flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && /\.m?[jt]sx?$/.test(entry.name) && !entry.parentPath.includes("generated"))
        .map((entry) => readFileSync(join(entry.parentPath, entry.name), "utf8")),
    );
    const isImported = (name: string) => {
      const stem = name.replace(/\.ts$/, "").replaceAll(".", "\\.");
      const pattern = new RegExp(`(from|import\\() ?"(\\./|\\.\\./(\\.\\./)*(scripts|src/main)/)${stem}"`);
      return texts.some((text) => pattern.test(text));
    };
    return readdirSync(join(root, "scripts"))
      .filter((name) => /\.(ts|mjs)$/.test(name) && name !== "run.mjs" && !isImported(name))
      .map((name) => `scripts/${name}`);
  };

  it("every script that package.json or a person runs is listed", async () => {
    const known = Object.values(commands).map(({ file }) => file);
    const found = called();
    expect(found.length).toBeGreaterThan(8);
    expect(found.filter((file) => !known.includes(file))).toEqual([]);
    const run = new Set(scripts.map(({ words: [script, second] }) => (script === "scripts/run.mjs" ? second : script)));
    expect(known.filter((file) => !run.has(file))).toEqual(["scripts/smoke.mjs"]);
  });

  it("run.mjs runs only listed commands", async () => {
    const { code, stderr } = await run(["scripts/run.mjs", "scripts/command.ts"]);
    expect(code).toBe(1);
    expect(stderr).toContain("is not a command of src/main/commands.mjs");
  });
});

it.each([
  [[], resilienceTests(), "long", true],
  [["quick"], resilienceTests(), "quick", false],
  [["soak"], ["soak"], "long", false],
  [["soak", "quick"], ["soak"], "quick", false],
])("npm run resilience with the words %j writes its page only after a long run of all", (...row) => {
  const [words, names, scale, writes] = row;
  expect(runOf(words)).toEqual({ names, scale, writes });
});

describe("the last line of npm test", () => {
  const closing = /closing='(.+)'/.exec(readFileSync(join(root, ".ci/run"), "utf8"))?.[1] ?? "";

  it.each([
    [{ passed: 12, failed: 0, skipped: 0 }, "12 passed, 0 failed"],
    [{ passed: 3259, failed: 2, skipped: 1 }, "3259 passed, 2 failed, 1 skipped"],
  ])("%j is read by .ci/run", (total, line) => {
    expect(closingLine(total)).toBe(line);
    expect(closingLine(total)).toMatch(new RegExp(closing));
  });
});
