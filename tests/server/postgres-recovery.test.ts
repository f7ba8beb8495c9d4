import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, test, vi } from "vitest";
import { serverProcesses } from "@/server/postgres/running";
import { afterwards, cluster, clusterProcess, emptyFolder, kill, remainsOf, serverPid } from "../setup/clusters";
import { query } from "../setup/sql";

describe("after a kill -9", () => {
  test("of the application, the next start adopts the server that still runs, and looks after it", async () => {
    const dataDir = await emptyFolder();
    const before = await clusterProcess(dataDir);
    const pid = await serverPid(before.folder);
    await kill(before.process);
    const after = await cluster(dataDir);
    expect(after).toMatchObject({ adopted: true, connection: before.connection });
    expect(await serverPid(after.folder)).toBe(pid);

    process.kill(pid, "SIGKILL");
    await expect.poll(() => query(after.connection, "select 1 as one"), { timeout: 10_000 }).toEqual([{ one: 1 }]);
    await after.stop();
    expect(await remainsOf(after.folder)).toEqual([]);
  });

  test("of the server, in the very moment that it is told to end, the end goes on", async () => {
    const { folder, stop } = await cluster(await emptyFolder());
    const tell = process.kill.bind(process);
    const telling = vi.spyOn(process, "kill").mockImplementationOnce((pid) => {
      tell(pid, "SIGKILL");
      throw Object.assign(new Error("kill ESRCH"), { code: "ESRCH" });
    });
    await stop();
    expect(telling).toHaveBeenCalled();
    telling.mockRestore();
    expect(await serverProcesses(join(folder, "data"))).toEqual([]);
  });

  test("of the server, the application starts it again by itself, as often as it takes", async () => {
    const { connection, folder, said, stop } = await cluster(await emptyFolder());
    await query(connection, "create table kept as select 1 as one");
    for (const _ of [1, 2]) {
      process.kill(await serverPid(folder), "SIGKILL");
      await delay(10);
      await expect.poll(() => query(connection, "select one from kept"), { timeout: 10_000 }).toEqual([{ one: 1 }]);
    }
    await expect.poll(() => said.at(-1)).toBe("The database server runs again.");
    process.kill(await serverPid(folder), "SIGKILL");
    await stop();
    expect(await serverProcesses(join(folder, "data"))).toEqual([]);
  });

  test("of both, the next start finds every committed row, and asks nothing of the server while it recovers", async () => {
    const dataDir = await emptyFolder();
    const before = await clusterProcess(dataDir);
    await query(before.connection, "create table kept as select 1 as one");
    await kill(before.process);
    process.kill(await serverPid(before.folder), "SIGKILL");
    const after = await cluster(dataDir, "as in the product");
    expect(after.adopted).toBe(false);
    expect(await query(after.connection, "select one from kept")).toEqual([{ one: 1 }]);
    const log = await readFile(join(after.folder, "server.log"), "utf8");
    expect(log).toContain("automatic recovery in progress");
    // Each question that comes too early is a process of its own, beside the recovery, and a line of the log.
    expect(log.match(/FATAL: .*(starting up|not yet accepting|in recovery)/g)).toBe(null);
    const method = process.platform === "linux" ? "syncfs" : "fsync";
    const shown = await query(after.connection, "show recovery_init_sync_method");
    expect(shown).toEqual([{ recovery_init_sync_method: method }]);
  });

  test("a left pid file does not stand in the way, whoever has its number by now", async () => {
    const dataDir = await emptyFolder();
    const { folder, stop } = await cluster(dataDir);
    await stop();
    // The shell starts a child, becomes a program that never asks for its children, and so keeps a zombie.
    const parent = spawn("sh", ["-c", "sleep 0.01 & echo $!; exec sleep 60"], { stdio: ["ignore", "pipe", "ignore"] });
    afterwards(() => kill(parent));
    const [zombie] = await once(parent.stdout, "data");
    await delay(100);
    for (const pid of [process.pid, Number(zombie), 4_194_304]) {
      const text = [pid, join(folder, "data"), 1, 5432, join(folder, "socket"), "", "1 1", "ready"].join("\n");
      await writeFile(join(folder, "data/postmaster.pid"), text);
      await writeFile(join(folder, "socket/.s.PGSQL.5432.lock"), text);
      const next = await cluster(dataDir);
      expect(next.adopted).toBe(false);
      await next.stop();
    }
  });

  test("of the first start, the next one begins anew", async () => {
    const dataDir = await emptyFolder();
    await mkdir(join(dataDir, "postgres/data-unfinished-1/base"), { recursive: true });
    const { folder } = await cluster(dataDir);
    expect((await readdir(folder)).sort()).toEqual(["data", "server.log", "socket"]);
  });
});
