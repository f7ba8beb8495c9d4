import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { prepareJobs } from "@/server/jobs";
import {
  aboutMaterial,
  admin,
  callerOf,
  expiredTokenFor,
  openStore,
  result,
  revokedTokenFor,
  storedFile,
  student,
  tokenFor,
} from "../factories";
import { resetDatabase } from "../setup/database";
import { pdfFile } from "../setup/documents";
import { everything } from "../setup/everything";
import { document, openDoor } from "./door";
import { matrix, type Who, type World } from "./matrix";

const callers: Who[] = ["visitor", "userA", "userB", "admin", "expired", "revoked"];
const cells = Object.entries(matrix).flatMap(([call, row]) =>
  callers.map((who): [string, Who, number] => [call, who, row[who]]),
);

const { ask } = await openDoor();
const { onDisk } = await openStore();
let pdf: Buffer;

beforeAll(async () => {
  await prepareJobs();
  pdf = await pdfFile();
});
beforeEach(resetDatabase);

async function prepare(): Promise<{ world: World; tokens: Record<Who, string | null> }> {
  const [a, b, head] = await Promise.all([student(), student(), admin()]);
  const tokens = {
    visitor: null,
    userA: await tokenFor(a),
    userB: await tokenFor(b),
    admin: await tokenFor(head),
    expired: await expiredTokenFor(head),
    revoked: await revokedTokenFor(head),
  };
  await Promise.all([result(a), result(b)]);
  const caller = await callerOf(tokens.admin);
  const { _id } = await caller.materials.add({ material: aboutMaterial(), file: await storedFile(pdf) });
  return { world: { emailOfA: a.email, materialId: _id, pdf }, tokens };
}

describe("the matrix", () => {
  it("has a row for every declared call, and for no other", () => {
    const declared = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(Object.keys(matrix).sort()).toEqual(declared.sort());
  });

  it("asks for a login exactly where the document does", () => {
    for (const [call, row] of Object.entries(matrix)) {
      const [method = "", path = ""] = call.split(" ");
      const { security } = document.paths[path]?.[method.toLowerCase()] ?? {};
      expect(security, call).toEqual(row.visitor === 401 ? [{ bearer: [] }, { cookie: [] }] : []);
    }
  });
});

describe("asked rightly", () => {
  it.each(cells)("%s by %s: %i", async (call, who, status) => {
    const { world, tokens } = await prepare();
    const [method = "", declaredPath = ""] = call.split(" ");
    const row = matrix[call];
    const { path = declaredPath, ...request } = row?.request(world) ?? {};
    const [before, filesBefore] = [await everything(), await onDisk()];
    const answer = await ask(method, path, { ...request, token: tokens[who] });
    expect(answer.status).toBe(status);
    if (status < 400) return;
    expect(await everything(), "nothing is changed by a refusal").toBe(before);
    expect(await onDisk()).toEqual(filesBefore);
  });
});
