import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { StartError } from "@/lib/start-error";
import { holdByFile, holdDataDir } from "@/server/postgres/lock";
import { clusterProcess, emptyFolder, kill } from "../setup/clusters";

test("one process at a time holds a data folder, by whatever path", async () => {
  const dataDir = await emptyFolder();
  const first = await holdDataDir(dataDir);
  await expect(holdDataDir(`${dataDir}/../data/`)).rejects.toThrow(StartError);
  await expect(holdDataDir(dataDir)).rejects.toThrow(`Another Lyceum is already using the data folder ${dataDir}`);
  await first.release();
  await (await holdDataDir(dataDir)).release();
});

test("a killed holder is one no more", async () => {
  const dataDir = await emptyFolder();
  const holder = await clusterProcess(dataDir);
  await expect(holdDataDir(dataDir)).rejects.toThrow(StartError);
  await kill(holder.process);
  await (await holdDataDir(dataDir)).release();
});

test("by files, where names cannot be held, one of many wins, over the dead and never over the living", async () => {
  const folder = await emptyFolder();
  await writeFile(join(folder, "lyceum-4194304.lock"), "");
  const living = [process.pid, process.ppid, 1];
  const results = await Promise.allSettled(living.map((pid) => holdByFile(folder, pid)));
  const won = results.filter((result) => result.status === "fulfilled");
  expect(won).toHaveLength(1);
  expect(await readdir(folder)).toHaveLength(1);
  await Promise.all(won.map(({ value }) => value.release()));
  expect(await readdir(folder)).toEqual([]);
});
