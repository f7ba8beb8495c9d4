import { spawn } from "node:child_process";
import { once } from "node:events";
import { request } from "node:http";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { expect, test } from "@playwright/test";
import { connectToCluster, startCluster } from "@/server/postgres/cluster";
import { openedByBuild } from "../harness/build";
import { freePort, removeFolder, startedFolder, temporaryFolder } from "../harness/launch.mjs";
import { isThorough, sampleOf } from "../harness/runs";

function begin(more: Record<string, string>) {
  const settings = {
    DATABASE_URL: "",
    APP_URL: "",
    NEXTAUTH_SECRET: "",
    SMTP_URL: "",
    BACKUP_DIR: "",
    LOG_LEVEL: "info",
  };
  const child = spawn(process.execPath, ["src/main/serve.mjs"], {
    env: { ...process.env, FORCE_COLOR: undefined, ...settings, ADMIN_PASSWORD: "chalk and seven lanterns", ...more },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const said = { out: "", err: "" };
  child.stdout.on("data", (bytes) => {
    said.out += bytes;
  });
  child.stderr.on("data", (bytes) => {
    said.err += bytes;
  });
  const ended = once(child, "exit").then(([code]) => Number(code));
  const opened = new Promise<"open">((resolve) => {
    child.stdout.on("data", () => said.out.includes("Lyceum is open") && resolve("open"));
  });
  return { child, said, ended, opened };
}

test("a build opens no data and contains no address, so that one build serves every site", async () => {
  const opened = await openedByBuild();
  test.skip(opened === undefined, "The build existed before these tests, so nothing was recorded.");
  expect(opened).toMatchObject({ connections: 0, folder: false, named: [] });
});

test("a start with settings that break the product's promises ends immediately with one sentence", async () => {
  test.setTimeout(120_000);
  const [dataDir, elsewhere] = [await temporaryFolder(), await temporaryFolder()];
  const careless = await startCluster({ dataDir: elsewhere, throwAway: true });
  const { host, user, database } = careless.connection;
  const cases: [Record<string, string>, RegExp][] = [
    [{ NEXTAUTH_SECRET: "a".repeat(40) }, /^NEXTAUTH_SECRET can be guessed: .+\n$/],
    [{ NEXTAUTH_SECRET: "short" }, /^NEXTAUTH_SECRET must be at least 32 characters long\.\n$/],
    [{ DATA_DIR: "/proc/lyceum" }, /^The data folder \/proc\/lyceum cannot be written to \(\w+\): .+\n$/],
    [
      { DATABASE_URL: `postgresql://${user}@localhost/${database}?host=${encodeURIComponent(host)}` },
      /^The PostgreSQL server runs with (fsync|full_page_writes) off, so a power cut could ruin the database: .+\n$/,
    ],
  ];
  try {
    for (const [settings, sentence] of cases) {
      const { said, ended } = begin({ DATA_DIR: dataDir, PORT: String(await freePort()), ...settings });
      expect(await ended).toBe(1);
      expect(said.err).toMatch(sentence);
    }
  } finally {
    await careless.stop();
    await removeFolder(elsewhere);
    await removeFolder(dataDir);
  }
});

test("an interrupted start leaves no database running, and the next start succeeds and has told the password once", async () => {
  test.setTimeout(120_000);
  const dataDir = await temporaryFolder();
  const start = async () => begin({ DATA_DIR: dataDir, PORT: String(await freePort()), ADMIN_PASSWORD: "" });
  let printed = "";
  try {
    for (const milliseconds of sampleOf([300, 500, 700, 900, 1_100, 1_300, 1_500], 3)) {
      const { child, said, ended } = await start();
      await wait(milliseconds);
      child.kill("SIGTERM");
      expect([0, 1]).toContain(await ended);
      expect(await connectToCluster(dataDir), said.out).toBeUndefined();
      printed += said.out;
    }
    const { child, said, ended, opened } = await start();
    expect(await Promise.race([opened, ended])).toBe("open");
    child.kill("SIGTERM");
    expect(await ended).toBe(0);
    printed += said.out;
    expect(printed.match(/ with the password [\w-]{20}$/gm), printed).toHaveLength(1);
  } finally {
    await removeFolder(dataDir);
  }
});

test("of several concurrent starts on one data folder, one succeeds; the others name the conflict and end", async () => {
  test.setTimeout(120_000);
  const dataDir = await temporaryFolder();
  const ports = await Promise.all(Array.from({ length: isThorough ? 5 : 2 }, freePort));
  const starts = ports.map((port) => begin({ DATA_DIR: dataDir, PORT: String(port) }));
  try {
    const ends = await Promise.all(starts.map(({ opened, ended }) => Promise.race([opened, ended])));
    expect(ends.filter((end) => end === "open")).toHaveLength(1);
    const winner = starts[ends.indexOf("open")];
    for (const start of starts.filter((one) => one !== winner)) {
      expect(await start.ended).toBe(1);
      expect(start.said.err).toContain(`Another Lyceum is already using the data folder ${dataDir}: stop it first`);
    }
    expect(winner?.said.out).toMatch(/^Database: PostgreSQL 18\.\d+, embedded in .+postgres$/m);
    expect(winner?.said.out).not.toContain("next.config");
    expect(winner?.said.out).toContain(`Files: ${dataDir}/files\nMail: ${dataDir}/mail\n`);
    winner?.child.kill("SIGTERM");
    expect(await winner?.ended).toBe(0);
  } finally {
    for (const { child } of starts) child.kill("SIGTERM");
    await Promise.all(starts.map(({ ended }) => ended));
    await removeFolder(dataDir);
  }
});

const faults: [string, NodeJS.Signals][] = [
  ["an uncaught error", "SIGUSR2"],
  ["a rejected promise outside any request", "SIGWINCH"],
];

for (const [what, signal] of sampleOf(faults, faults.length)) {
  test(`${what} ends the product and its database within moments, and it starts again`, async () => {
    test.setTimeout(120_000);
    const dataDir = await startedFolder();
    const port = await freePort();
    const url = `http://localhost:${port}`;
    const fault = pathToFileURL(join(import.meta.dirname, "../harness/fail-on-signal.mjs")).href;
    const settings = { DATA_DIR: dataDir, PORT: String(port) };
    const first = begin({ ...settings, NODE_OPTIONS: `--import=${fault}` });
    try {
      expect(await Promise.race([first.opened, first.ended])).toBe("open");
      // A rejection within a request is only logged.
      expect((await fetch(`${url}/api/health?fail-on-answer`)).status).toBe(200);
      expect((await fetch(`${url}/api/ready`)).status).toBe(200);

      const slow = request(`${url}/api/student/login`, {
        method: "POST",
        headers: { "content-type": "application/json" },
      });
      const cut = once(slow, "error");
      slow.write("{");
      await fetch(`${url}/api/health`);
      const began = Date.now();
      first.child.kill(signal);
      expect(await first.ended).toBe(1);
      // About one second; a shutdown that waits for requests takes more than seven.
      expect(Date.now() - began).toBeLessThan(5_000);
      await cut;

      await expect.poll(() => first.said.err).toContain('"level":"fatal"');
      const lines = first.said.err.split("\n").filter(Boolean);
      const fatal = lines.filter((line) => line.includes('"level":"fatal"')).map((line) => JSON.parse(line));
      expect(fatal).toEqual([expect.objectContaining({ msg: "uncaught error", error: expect.any(Object) })]);
      expect(fatal[0].error.places[0]).toContain("fail-on-signal.mjs");
      expect(lines.every((line) => line.startsWith("{"))).toBe(true);
      expect(first.said.err).not.toContain("asha");
      await expect.poll(() => connectToCluster(dataDir), { timeout: 10_000 }).toBeUndefined();

      const second = begin(settings);
      expect(await Promise.race([second.opened, second.ended])).toBe("open");
      expect((await fetch(`${url}/api/ready`)).status).toBe(200);
      second.child.kill("SIGTERM");
      expect(await second.ended).toBe(0);
    } finally {
      first.child.kill("SIGKILL");
      await removeFolder(dataDir);
    }
  });
}
