import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { beforeEach, describe, expect, it } from "vitest";
import { db } from "@/server/db/client";
import { addResults, clientOf, listMaterials, logIn, uploadMaterial } from "../../docs/api/example";
import { clientFiles, headOfTypes, writtenDocument } from "../../scripts/client";
import { createAdmin, createStudent, material, openStore, usualPassword } from "../factories";
import { resetDatabase } from "../harness/database";
import { pdfFile } from "../harness/documents";
import { openDoor } from "./rest-client";

const { url } = await openDoor();
await openStore();

beforeEach(async () => {
  await resetDatabase();
  await createAdmin();
});

const asAdmin = () => logIn(url, { identifier: "admin", password: usualPassword, role: "admin" });

describe("docs/api is current; if not, run `npm run client`:", () => {
  it("openapi.json matches the code", async () => {
    expect(await readFile(clientFiles.document, "utf8")).toBe(writtenDocument());
  });

  it("lyceum.d.ts was generated from openapi.json", async () => {
    const types = await readFile(clientFiles.types, "utf8");
    expect(types.slice(0, types.indexOf("\n") + 1)).toBe(headOfTypes(await readFile(clientFiles.document, "utf8")));
  });

  it("neither file is written if the generator cannot run, as without a network", async () => {
    const written = () => Promise.all(Object.values(clientFiles).map(async (path) => (await stat(path)).mtimeMs));
    const before = await written();
    const words = ["--conditions=react-server", "--import", "tsx", "scripts/client.ts"];
    const run = promisify(execFile)(process.execPath, words, { env: { ...process.env, PATH: "" } });
    await expect(run).rejects.toMatchObject({
      code: 1,
      stderr:
        "The types were not generated, so nothing was written. The generator is downloaded: is there a network?\n",
    });
    expect(await written()).toEqual(before);
  });
});

describe("the client example", () => {
  const pdf = async () =>
    new File([new Uint8Array(await pdfFile())], "Photosynthesis.pdf", { type: "application/pdf" });

  it("the client example reports a wrong password", async () => {
    await expect(logIn(url, { identifier: "admin", password: "a wrong one", role: "admin" })).rejects.toThrow(
      "Invalid admin credentials",
    );
  });

  it("the client example cannot upload as a student", async () => {
    const { email } = await createStudent();
    const client = await logIn(url, { identifier: email, password: usualPassword, role: "user" });
    await expect(uploadMaterial(client, await pdf(), { className: "7", subject: "Biology" })).rejects.toThrow(
      "You are not allowed to do this.",
    );
    await expect(addResults(client, [])).rejects.toThrow("You are not allowed to do this.");
  });

  it("the client example uploads a material and finds it", async () => {
    const added = await uploadMaterial(await asAdmin(), await pdf(), { className: "7", subject: "Biology" });
    expect(added).toMatchObject({ materialName: "Photosynthesis.pdf", className: "7", fileKind: "pdf" });
    expect((await listMaterials(clientOf(url), 7)).map(({ _id }) => _id)).toEqual([added._id]);
  });

  it("the client example lists several pages", async () => {
    for (let count = 0; count < 203; count += 1) await material();
    expect(await listMaterials(clientOf(url), 7)).toHaveLength(203);
  });

  it("the client example adds results, or reports the invalid ones", async () => {
    const { email } = await createStudent();
    const good = { studentEmail: email, className: 7, score: 45, totalMarks: 50 };
    const client = await asAdmin();
    await expect(addResults(client, [good, { ...good, score: 51 }])).rejects.toThrow(/higher.*results\.1\.score/);
    expect(await db().result.count()).toBe(0);
    expect(await addResults(client, [good])).toMatchObject([{ studentEmail: email, percentage: 90 }]);
  });
});

describe("the README's curl lines", () => {
  it("the README's curl lines work as described", async () => {
    const readme = await readFile("README.md", "utf8");
    const [, lines = ""] = /## For programs[\s\S]*?```sh\n([\s\S]*?)```/.exec(readme) ?? [];
    await createStudent({ email: "asha@example.org" });
    const folder = await mkdtemp(join(tmpdir(), "lyceum-curl-"));
    try {
      await writeFile(join(folder, "notes.pdf"), await pdfFile());
      const script = lines.replace("http://localhost:3000", url).replace("YOUR PASSWORD", usualPassword);
      // Last on the PATH, so that an installed curl takes precedence.
      const shim = `#!/bin/sh\nexec "${process.execPath}" "${resolve("tests/harness/curl.mjs")}" "$@"\n`;
      await writeFile(join(folder, "curl"), shim, { mode: 0o755 });
      const env = { ...process.env, PATH: `${process.env.PATH}:${folder}` };
      const { stdout } = await promisify(execFile)("sh", ["-ec", script], { cwd: folder, env });
      expect(stdout).toContain("Study material uploaded successfully");
      expect(stdout).toContain("Result added successfully!");
    } finally {
      await rm(folder, { recursive: true });
    }
    expect([await db().material.count(), await db().result.count()]).toEqual([1, 1]);
  });
});
