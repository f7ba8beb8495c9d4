import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { StartError } from "@/lib/start-error";
import { lockByFile, lockDataDir } from "@/server/postgres/lock";
import { clusterProcess, emptyFolder, kill } from "../harness/clusters";

test("only one process can lock a data folder, by whatever path", async () => {
  const dataDir = await emptyFolder();
  const first = await lockDataDir(dataDir);
  await expect(lockDataDir(`${dataDir}/../data/`)).rejects.toThrow(StartError);
  await expect(lockDataDir(dataDir)).rejects.toThrow(`Another Lyceum is already using the data folder ${dataDir}`);
  await first.release();
  await (await lockDataDir(dataDir)).release();
});

test("the lock of a killed process is released", async () => {
  const dataDir = await emptyFolder();
  const holder = await clusterProcess(dataDir);
  await expect(lockDataDir(dataDir)).rejects.toThrow(StartError);
  await kill(holder.process);
  await (await lockDataDir(dataDir)).release();
});

test("with lock files, a process with the reused pid of a dead owner does not hold the lock", async () => {
  const folder = await emptyFolder();
  await writeFile(join(folder, `lyceum-${process.ppid}.lock`), "long ago");
  const lock = await lockByFile(folder);
  expect(await readdir(folder)).toEqual([`lyceum-${process.pid}.lock`]);
  // An earlier version did not write the start time.
  await writeFile(join(folder, `lyceum-${process.ppid}.lock`), "");
  await expect(lockByFile(folder)).rejects.toThrow(StartError);
  await lock.release();
});

test("with lock files, exactly one of many processes wins, dead owners lose the lock and living ones keep it", async () => {
  const folder = await emptyFolder();
  await writeFile(join(folder, "lyceum-4194304.lock"), "");
  const living = [process.pid, process.ppid, 1];
  const results = await Promise.allSettled(living.map((pid) => lockByFile(folder, pid)));
  const won = results.filter((result) => result.status === "fulfilled");
  expect(won).toHaveLength(1);
  expect(await readdir(folder)).toHaveLength(1);
  await Promise.all(won.map(({ value }) => value.release()));
  expect(await readdir(folder)).toEqual([]);
});
