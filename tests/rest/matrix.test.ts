import { isDeepStrictEqual } from "node:util";
import { beforeAll, describe, expect, it } from "vitest";
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
import { type RestWho, type RestWorld, without } from "../harness/callers";
import { resetDatabase, restorable } from "../harness/database";
import { everything } from "../harness/database-digest";
import { shifted } from "../harness/days";
import { pdfFile } from "../harness/documents";
import { matrix } from "../harness/rooms";
import { leftOut } from "../harness/runs";
import { document, openDoor } from "./rest-client";

const callers: RestWho[] = [
  ...(["visitor", "userA", "userB", "guardian", "strangersGuardian"] as const),
  ...(["teacher", "office", "admin", "expired", "revoked"] as const),
];
const { ask } = await openDoor();
const { onDisk } = await openStore();
let pdf: Buffer;

beforeAll(async () => {
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
      yearId: (await schoolYear(2026, shifted)).id,
      nextYearId: (await schoolYear(2027, shifted)).id,
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
      const { security = [] } = (document.paths[path]?.[method.toLowerCase()] ?? {}) as { security?: object[] };
      const members = [{ bearer: [] }, { cookie: [] }];
      const isForVisitorsToo = row.visitor !== 401 && security.length > 0;
      expect(security, call).toEqual(row.visitor === 401 ? members : isForVisitorsToo ? [{}, ...members] : []);
    }
  });
});

describe("valid requests", () => {
  type State = { rows: string; files: string[] };
  const rows = restorable(prepare);
  let prepared: Prepared | undefined;
  /** The prepared rows and files, as long as nothing has changed them. */
  let fresh: State | undefined;

  const state = async (): Promise<State> => ({ rows: await everything(), files: await onDisk() });

  it.each(Object.entries(matrix))("%s", async (call, { request, ...expected }) => {
    const [method = "", declaredPath = ""] = call.split(" ");
    const found: Partial<Record<RestWho, number>> = {};
    const requestOf = async (world: RestWorld) => (await request?.(world)) ?? {};
    const send = async (who: RestWho, { tokens }: Prepared, sent: Awaited<ReturnType<typeof requestOf>>) => {
      const { path = declaredPath, ...asked } = sent;
      const answer = await ask(method, path, { ...asked, token: tokens[who] });
      found[who] = answer.status;
    };
    const refused = callers.filter((who) => expected[who] >= 400);
    const allowed = callers.filter((who) => expected[who] < 400);
    const between = method === "GET" ? [] : leftOut(allowed.slice(1, -1));
    const isKept = fresh !== undefined && rows.isRecent();
    let now = (isKept && prepared) || (await rows.start());
    const asPrepared = (isKept && fresh) || (await state());
    fresh = undefined;
    const sent = await requestOf(now.world);
    const before = request ? await state() : asPrepared;
    for (const who of refused) await send(who, now, sent);
    const afterRefusals = refused.length > 0 ? await state() : before;
    for (const [index, who] of allowed.filter((one) => !between.includes(one)).entries()) {
      const isAnew = index > 0 && method !== "GET";
      if (isAnew) now = await rows.start();
      await send(who, now, isAnew ? await requestOf(now.world) : sent);
    }
    if (method === "GET" && isDeepStrictEqual(await state(), asPrepared)) fresh = asPrepared;
    prepared = now;
    expect(found).toEqual(without(expected, between));
    expect(afterRefusals, "nothing is changed by a refusal").toEqual(before);
  });
});
