import { once } from "node:events";
import { chmod, chown, cp, mkdir, readdir, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { dirname, join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { StartError } from "@/lib/start-error";
import { databasePlace, findDatabase, findDatabaseAlone } from "@/main/open-database";
import { findUnprivilegedAccount, isRoot } from "@/server/postgres/account";
import { connectToCluster, startCluster } from "@/server/postgres/cluster";
import { refuseForRoot } from "@/server/postgres/data-dir";
import { serverProcesses } from "@/server/postgres/running";
import { socketFolderOf } from "@/server/postgres/socket";
import { afterwards, cluster, clusterProcess, emptyFolder, remainsOf } from "../harness/clusters";
import { changeSettings } from "../harness/settings";
import { query } from "../harness/sql";

const modeOf = async (path: string) => (await stat(path)).mode & 0o777;

describe("starting the embedded PostgreSQL", () => {
  test("the embedded PostgreSQL is created once, keeps its data and leaves no process after a stop", async () => {
    const dataDir = await emptyFolder('a path, with "quote\'s"');
    const first = await cluster(dataDir);
    expect(first).toMatchObject({ adopted: false, version: expect.stringMatching(/^18\./) });
    await query(first.connection, "create extension pg_trgm");
    await query(first.connection, "create table kept as select 'Ärger' as word");
    expect(await connectToCluster(dataDir)).toEqual(first.connection);
    await Promise.all([first.stop(), first.stop()]);
    expect(await remainsOf(first.folder)).toEqual([]);
    expect(await readdir(join(first.folder, "socket"))).toEqual([]);
    expect(await connectToCluster(dataDir)).toBeUndefined();

    const second = await cluster(dataDir);
    expect(second).toMatchObject({ adopted: false, said: [], connection: first.connection });
    expect(await query(second.connection, "select lower(word) as word from kept")).toEqual([{ word: "ärger" }]);
  });

  test("the embedded PostgreSQL is durable, listens only on its socket and logs no statements", async () => {
    const { connection, folder } = await cluster(await emptyFolder(), "as in the product");
    const names = ["fsync", "synchronous_commit", "full_page_writes", "data_checksums", "listen_addresses"];
    const settings = await query<{ name: string; setting: string }>(
      connection,
      "select name, setting from pg_settings where name = any($1)",
      [names],
    );
    expect(Object.fromEntries(settings.map(({ name, setting }) => [name, setting]))).toEqual({
      fsync: "on",
      synchronous_commit: "on",
      full_page_writes: "on",
      data_checksums: "on",
      listen_addresses: "",
    });
    await expect(query(connection, "select 'asha@example.org'::integer")).rejects.toThrow("asha");
    await query(connection, "create table person (email text primary key)");
    const twice = "insert into person values ('asha@example.org'), ('asha@example.org')";
    await expect(query(connection, twice)).rejects.toThrow("duplicate");
    expect(await readFile(join(folder, "server.log"), "utf8")).not.toContain("asha");
    const [role] = await query(connection, "select rolsuper from pg_roles where rolname = current_user");
    expect(role).toEqual({ rolsuper: false });
  });

  test("the folders of the embedded PostgreSQL are closed to other accounts", async () => {
    const { folder } = await cluster(await emptyFolder());
    for (const name of [".", "data", "socket"]) expect(await modeOf(join(folder, name)), name).toBe(0o700);
    expect(await modeOf(join(folder, "socket/.s.PGSQL.5432"))).toBe(0o700);
    expect(await modeOf(join(folder, "server.log"))).toBe(0o600);
  });

  test("the socket gets a short folder of its own if the path would be too long", { tags: "long" }, async () => {
    const dataDir = await emptyFolder(Array(12).fill("a long name").join("/"));
    for (let path = dataDir; path.includes("a long name"); path = dirname(path)) await chmod(path, 0o755);
    const { connection, folder, stop } = await cluster(dataDir);
    expect(folder).toBe(join(dataDir, "postgres"));
    expect(connection.host.length).toBeLessThan(80);
    expect(await modeOf(connection.host)).toBe(0o700);
    expect(await query(connection, "select 1 as one")).toEqual([{ one: 1 }]);
    await stop();
    await expect(stat(connection.host)).rejects.toThrow("ENOENT");

    await symlink(await emptyFolder(), connection.host);
    afterwards(() => rm(connection.host, { force: true }));
    await expect(startCluster({ dataDir })).rejects.toThrow(/belongs to another account/);
  });
});

test.each([
  ["postgresql://school@db.example:5432/lyceum", "db.example:5432/lyceum"],
  ["postgresql://school@a.example,b.example/lyceum", "a.example/lyceum, b.example/lyceum"],
  ["postgresql:///lyceum?host=/var/run/postgresql", "/var/run/postgresql/lyceum"],
])("the console names the place of %s", async (DATABASE_URL, place) => {
  afterwards(changeSettings({ DATABASE_URL }));
  expect(await databasePlace()).toBe(`at ${place}`);
});

describe("a start of the embedded PostgreSQL fails with", () => {
  test("a clear message if the data folder is not writable", async () => {
    const file = join(await emptyFolder(), "file");
    await writeFile(file, "");
    const refused = startCluster({ dataDir: join(file, "data") });
    await expect(refused).rejects.toThrow(StartError);
    await expect(refused).rejects.toThrow(/The data folder .+ cannot be written to \(ENOTDIR\)/);
  });

  test.skipIf(isRoot())("a clear message if only permissions are missing (not as root)", async () => {
    const dataDir = await emptyFolder();
    await chmod(dataDir, 0o500);
    await expect(startCluster({ dataDir })).rejects.toThrow(/cannot be written to \(EACCES\)/);
  });

  test("a clear message for a cluster of another major version or a broken one", async () => {
    const dataDir = await emptyFolder();
    const data = join(dataDir, "postgres/data");
    await mkdir(data, { recursive: true });
    await expect(startCluster({ dataDir })).rejects.toThrow(/is in the way/);
    await writeFile(join(data, "PG_VERSION"), "17\n");
    await expect(startCluster({ dataDir })).rejects.toThrow(
      /made by PostgreSQL 17, and this Lyceum brings PostgreSQL 18: make a backup with the version .+ restore the backup/,
    );
  });

  test("a clear message if an invisible server, as in another container, uses the cluster", async () => {
    const dataDir = await emptyFolder();
    const { folder, stop } = await cluster(dataDir);
    await stop();
    const socket = join(folder, "socket");
    const text = [4_194_304, join(folder, "data"), 1, 5432, socket, "", "1 1", "ready"].join("\n");
    await writeFile(join(folder, "data/postmaster.pid"), text);
    const other = createServer().listen(join(socket, ".s.PGSQL.5432"));
    afterwards(() => other.close());
    await once(other, "listening");
    await expect(startCluster({ dataDir })).rejects.toThrow(/in another container/);
  });

  test("the server's own reason and the path of its log", { tags: "long" }, async () => {
    const dataDir = await emptyFolder();
    const { folder, stop } = await cluster(dataDir);
    await stop();
    await writeFile(join(folder, "data/postgresql.auto.conf"), "no_such_setting = 1\n");
    await expect(startCluster({ dataDir })).rejects.toThrow(/did not start: .+ Its log is .+server\.log/);
    expect(await serverProcesses(join(folder, "data"))).toEqual([]);
  });
});

describe.runIf(isRoot())("a command of root on the data folder of another account (skipped for other accounts)", () => {
  const daemon = 1;

  /** A data folder of this account, as the product leaves it. */
  async function folderOf(uid: number): Promise<string> {
    const dataDir = await emptyFolder();
    for (const name of ["files", "secrets"]) await mkdir(join(dataDir, name));
    for (const name of ["secrets/nextauth", "erased.log"]) await writeFile(join(dataDir, name), "");
    for (const name of [".", "files", "secrets", "secrets/nextauth", "erased.log"])
      await chown(join(dataDir, name), uid, uid);
    return dataDir;
  }

  test.each([
    ["backup", findDatabase],
    ["restore", findDatabaseAlone],
  ])("is refused before it writes anything: npm run %s", async (_, open) => {
    const dataDir = await folderOf(daemon);
    afterwards(changeSettings({ DATA_DIR: dataDir, DATABASE_URL: "postgres://nobody.example/lyceum" }));
    await expect(open(() => {}, [])).rejects.toThrow(
      `The data folder ${dataDir} belongs to the account daemon, which cannot read what root writes: run this command as that account (sudo -u "daemon" npm run ...).`,
    );
    expect(await readdir(dataDir)).toEqual(["erased.log", "files", "secrets"]);
    // Root runs the product.
    await chown(join(dataDir, "erased.log"), 0, 0);
    await expect(open(() => {}, [])).resolves.toHaveProperty("connectionString");
  });

  test("names an account without a name by its number", async () => {
    await expect(refuseForRoot(await folderOf(54_321))).rejects.toThrow('(sudo -u "#54321" npm run ...)');
  });

  test("is carried out if root itself runs the product, and in a new folder", async () => {
    await refuseForRoot(await folderOf(0));
    for (const path of ["files/of-root", "secrets/nextauth", "backups.log"]) {
      const dataDir = await folderOf(daemon);
      await writeFile(join(dataDir, path), "");
      await chown(join(dataDir, path), 0, 0);
      await refuseForRoot(dataDir);
    }
    const empty = await emptyFolder();
    await chown(empty, daemon, daemon);
    await refuseForRoot(empty);
    await refuseForRoot(join(empty, "missing"));
  });
});

describe.runIf(isRoot())("as root, below a folder that only root can enter (skipped for other accounts)", () => {
  async function closedFolder(): Promise<string> {
    const dataDir = await emptyFolder("closed/data");
    await chmod(dirname(dataDir), 0o700);
    return dataDir;
  }

  test("the cluster is created in /var/lib/lyceum, with a message, and found again", async () => {
    const dataDir = await closedFolder();
    const first = await cluster(dataDir);
    expect(dirname(first.folder)).toBe("/var/lib/lyceum");
    expect(first.said[0]).toContain(`its database is kept in ${first.folder}`);
    afterwards(changeSettings({ DATA_DIR: dataDir, DATABASE_URL: "" }));
    expect(await databasePlace()).toBe(`embedded in ${first.folder}`);
    await query(first.connection, "create table kept ()");
    await first.stop();

    const copy = await emptyFolder("copy");
    await cp(dataDir, copy, { recursive: true });
    await expect(startCluster({ dataDir: copy })).rejects.toThrow(/is a copy of/);

    const moved = join(dirname(dataDir), "moved");
    await cp(dataDir, moved, { recursive: true });
    await rm(dataDir, { recursive: true });
    const second = await cluster(moved);
    expect(second).toMatchObject({ folder: first.folder, said: [] });
    expect(await query(second.connection, "select * from kept")).toEqual([]);
    expect(await connectToCluster(moved)).toEqual(second.connection);
  });

  test("a new data folder does not reuse the cluster of a deleted folder with the same path", {
    tags: "long",
  }, async () => {
    const dataDir = await closedFolder();
    const first = await cluster(dataDir);
    await query(first.connection, "create table kept ()");
    await rm(dataDir, { recursive: true });
    const second = await cluster(dataDir);
    expect(second).toMatchObject({ folder: `${first.folder}-2`, adopted: false });
    expect(await query(first.connection, "select * from kept")).toEqual([]);
    await expect(query(second.connection, "select * from kept")).rejects.toThrow("does not exist");
  });

  test("the PostgreSQL programs are copied to a folder that the database's account can enter", {
    tags: "long",
  }, async () => {
    const checkout = dirname(await closedFolder());
    await symlink(resolve("node_modules"), join(checkout, "node_modules"));
    const { folder, connection } = await clusterProcess(await emptyFolder(), checkout);
    expect(await query(connection, "select 1 as one")).toEqual([{ one: 1 }]);
    expect(await readdir(folder)).toContainEqual(expect.stringMatching(/^native-18\./));
  });
});

test("the socket gets another folder if the temporary folder is closed, or the start fails with a message", async () => {
  const [closed, open] = [await emptyFolder("closed"), await emptyFolder("open")];
  // Root ignores permissions; other accounts are denied.
  await chmod(closed, isRoot() ? 0o700 : 0o500);
  const account = isRoot() ? await findUnprivilegedAccount() : undefined;
  const place = { folder: `/${"long".repeat(30)}`, data: "", log: "", account };
  expect(dirname(socketFolderOf(place, [closed, open]))).toBe(open);
  expect(() => socketFolderOf(place, [closed])).toThrow(/too long for its socket, .+ set DATA_DIR to a shorter one/);
  expect(() => socketFolderOf(place, [join(open, "none")])).toThrow(StartError);
});

test("the path of the socket never exceeds the system's limit", () => {
  const place = { data: "", log: "", account: undefined };
  for (const length of [10, 70, 80, 90, 100, 3_000]) {
    const folder = socketFolderOf({ ...place, folder: `/${"é".repeat(length)}` });
    expect(Buffer.byteLength(join(folder, ".s.PGSQL.5432"))).toBeLessThanOrEqual(100);
  }
});
