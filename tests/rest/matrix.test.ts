import { isDeepStrictEqual } from "node:util";
import { beforeAll, describe, expect, it } from "vitest";
import { openSecret } from "@/server/auth/secret";
import { prepareJobs } from "@/server/jobs/jobs";
import {
  aboutMaterial,
  biology,
  callerOf,
  createAdmin,
  createGuardian,
  createStaff,
  createStudent,
  expiredTokenFor,
  openStore,
  result,
  revokedTokenFor,
  schoolYear,
  storedFile,
  tokenFor,
  usualPassword,
} from "../factories";
import type { RestWho, RestWorld } from "../harness/callers";
import { resetDatabase, restorable } from "../harness/database";
import { everything } from "../harness/database-digest";
import { pdfFile } from "../harness/documents";
import { matrix } from "../harness/rooms";
import { type Asked, document, openDoor } from "./rest-client";

const callers: RestWho[] = [
  ...(["visitor", "userA", "userB", "guardian", "strangersGuardian"] as const),
  ...(["teacher", "office", "admin", "expired", "revoked"] as const),
];
// Refused requests first: they leave the database as it is for the next.
const cells = Object.entries(matrix).flatMap(([call, row]) =>
  callers
    .map((who): [string, RestWho, number] => [call, who, row[who]])
    .sort(([, , one], [, , other]) => Number(one < 400) - Number(other < 400)),
);

const { ask } = await openDoor();
const { onDisk } = await openStore();
let pdf: Buffer;

beforeAll(async () => {
  await Promise.all([prepareJobs(), openSecret()]);
  pdf = await pdfFile();
});

type Prepared = { world: RestWorld; tokens: Record<RestWho, string | null> };

async function prepare(): Promise<Prepared> {
  await resetDatabase();
  const [a, b, admin] = await Promise.all([createStudent(), createStudent(), createAdmin()]);
  const { id: subjectId } = await biology();
  const tokens = {
    visitor: null,
    teacher: (await createStaff({ role: "teacher", className: 7, section: "A", subjectId })).token,
    office: (await createStaff({ role: "office" })).token,
    userA: await tokenFor(a),
    userB: await tokenFor(b),
    guardian: await tokenFor(await createGuardian({ of: [a] })),
    strangersGuardian: await tokenFor(await createGuardian({ of: [await createStudent()] })),
    admin: await tokenFor(admin),
    expired: await expiredTokenFor(admin),
    revoked: await revokedTokenFor(admin),
  };
  await Promise.all([result(a), result(b)]);
  const caller = await callerOf(tokens.admin);
  const { _id } = await caller.materials.add({ material: aboutMaterial(), file: await storedFile(pdf) });
  return {
    world: {
      admin: caller,
      emailOfA: a.email,
      idOfA: a.id,
      yearId: (await schoolYear(2026)).id,
      nextYearId: (await schoolYear(2027)).id,
      password: usualPassword,
      materialId: _id,
      pdf,
    },
    tokens,
  };
}

describe("matrix of callers", () => {
  it("the matrix has a row for every declared call and no others", () => {
    const declared = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(Object.keys(matrix).sort()).toEqual(declared.sort());
  });

  it("the matrix requires a login exactly where the document does", () => {
    for (const [call, row] of Object.entries(matrix)) {
      const [method = "", path = ""] = call.split(" ");
      const { security } = document.paths[path]?.[method.toLowerCase()] ?? {};
      expect(security, call).toEqual(row.visitor === 401 ? [{ bearer: [] }, { cookie: [] }] : []);
    }
  });
});

describe("valid requests", () => {
  type State = { rows: string; files: string[] };
  type Sent = { path?: string } & Asked;
  /** What the request before was made on, as long as nothing has changed it. */
  let kept: { fresh: State; call: string; sent: Sent; before: State } | undefined;
  const rows = restorable(prepare);
  let prepared: Prepared;

  const state = async (): Promise<State> => ({ rows: await everything(), files: await onDisk() });

  async function prepareFor(call: string): Promise<NonNullable<typeof kept>> {
    if (kept?.call === call) return kept;
    const isFresh = rows.isRecent() && kept && isDeepStrictEqual(kept.before, kept.fresh);
    if (!isFresh) prepared = await rows.start();
    const fresh = (isFresh && kept?.fresh) || (await state());
    const sent = (await matrix[call]?.request?.(prepared.world)) ?? {};
    return { fresh, call, sent, before: await state() };
  }

  it.each(cells)("%s by %s responds with %i", async (call, who, status) => {
    const ready = await prepareFor(call);
    kept = undefined;
    const [method = "", declaredPath = ""] = call.split(" ");
    const { path = declaredPath, ...request } = ready.sent;
    const answer = await ask(method, path, { ...request, token: prepared.tokens[who] });
    expect(answer.status).toBe(status);
    const after = await state();
    if (status >= 400) expect(after, "nothing is changed by a refusal").toEqual(ready.before);
    if (isDeepStrictEqual(after, ready.before)) kept = ready;
  });
});
