import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdir, readdir, readFile, rm, statfs, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, test, vi } from "vitest";
import { startCluster } from "@/server/postgres/cluster";
import { serverProcesses } from "@/server/postgres/running";
import { afterwards, cluster, clusterProcess, emptyFolder, kill, remainsOf, serverPid } from "../harness/clusters";
import { query } from "../harness/sql";

describe("after kill -9", () => {
  test("of the application, the next start adopts and supervises the running server", {
    tags: "long",
  }, async () => {
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

  test("of the server during its shutdown, the shutdown completes", { tags: "long" }, async () => {
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

  test("of the server, the application restarts it every time", async () => {
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

  test("of both, the next start recovers every committed row without probing during the recovery", async () => {
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
    // Each early probe would start a process and leave a log line.
    expect(log.match(/FATAL: .*(starting up|not yet accepting|in recovery)/g)).toBe(null);
    const method = process.platform === "linux" ? "syncfs" : "fsync";
    const shown = await query(after.connection, "show recovery_init_sync_method");
    expect(shown).toEqual([{ recovery_init_sync_method: method }]);
  });

  test("a leftover pid file does not prevent a start, even if its pid was reused", { tags: "long" }, async () => {
    const dataDir = await emptyFolder();
    const { folder, stop } = await cluster(dataDir);
    await stop();
    // The shell starts a child and then becomes `sleep`, which never waits for it: the child stays a zombie.
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

  test("of the first start, the next one starts from scratch", { tags: "long" }, async () => {
    const dataDir = await emptyFolder();
    await mkdir(join(dataDir, "postgres/data-unfinished-1/base"), { recursive: true });
    const { folder } = await cluster(dataDir);
    expect((await readdir(folder)).sort()).toEqual(["data", "server.log", "socket"]);
  });
});

describe("on a full disk", () => {
  /** Fills the disk of `folder` until `left` bytes are free. */
  async function fill(folder: string, left: number): Promise<string> {
    const path = join(folder, "filler");
    await rm(path, { force: true });
    const { bavail, bsize } = await statfs(folder);
    await writeFile(path, Buffer.alloc(bavail * bsize - left));
    return path;
  }

  test("the start says so immediately, leaves no server behind, and succeeds once there is space", async ({ skip }) => {
    const disk = await emptyFolder();
    const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", "size=128m,mode=755", "tmpfs", disk]).status === 0;
    skip(!mounted, "only root can make a small disk");
    afterwards(() => spawnSync("umount", [disk]));
    const dataDir = join(disk, "data");
    const { folder, stop } = await cluster(dataDir);
    await stop();
    const sentence = `The disk of ${folder} is full: free space`;
    const full = { name: "StartError", message: `${sentence} and start again.` };

    await fill(disk, 0);
    await expect(startCluster({ dataDir })).rejects.toMatchObject(full);

    // The server starts, and then each connection fails to write a file that all connections share.
    async function fillButStart() {
      await rm(join(disk, "filler"), { force: true });
      for (const name of await readdir(join(folder, "data"), { recursive: true }))
        if (/pg_internal\.init$|^pg_stat\//.test(name)) await rm(join(folder, "data", name));
      return fill(disk, 16 * 1024);
    }
    const filler = await fillButStart();
    await expect(startCluster({ dataDir })).rejects.toMatchObject({ ...full, cause: { code: "53100" } });
    expect(await remainsOf(folder)).toEqual([]);

    await rm(filler);
    const { connection, said } = await cluster(dataDir);
    expect(await query(connection, "select 1 as one")).toEqual([{ one: 1 }]);

    // A restart is tried until there is space.
    await fillButStart();
    process.kill(await serverPid(folder), "SIGKILL");
    await expect.poll(() => said, { timeout: 10_000 }).toContain(`${sentence}.`);
    await rm(filler);
    await expect.poll(() => said.at(-1), { timeout: 10_000 }).toBe("The database server runs again.");
  });
});
