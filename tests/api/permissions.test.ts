import { generateSync } from "otplib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createToken } from "@/server/auth/account-tokens";
import { beginSecondFactor } from "@/server/auth/second-factor";
import { closeDatabase, db, openDatabase, pool } from "@/server/db/client";
import { appErrorOf } from "@/server/trpc/trpc";
import {
  biology,
  type Caller,
  callerOf,
  createAdmin,
  createGuardian,
  createStaff,
  createStudent,
  material,
  openStore,
  result,
  revokedTokenFor,
  schedule,
  schoolYear,
  storedFile,
  submission,
  tokenFor,
  usualPassword,
} from "../factories";
import { type Outcome, type World, without } from "../harness/callers";
import { connection, readOnly, resetDatabase, restorable } from "../harness/database";
import { everything } from "../harness/database-digest";
import { shifted } from "../harness/days";
import { pdfFile } from "../harness/documents";
import { mutationNames, procedureNames } from "../harness/procedures";
import { permissions, procedureOf, tableFaults } from "../harness/rooms";
import { leftOut } from "../harness/runs";

const callers = [
  ...(["visitor", "userA", "userB", "guardian", "strangersGuardian"] as const),
  ...(["teacher", "otherTeacher", "office", "admin", "loggedOut"] as const),
];
type Who = (typeof callers)[number];

type Outcomes = Record<Who, Outcome>;
const table = Object.entries(permissions).map(([row, outcomes]): [string, Outcomes] => [
  row,
  Object.fromEntries(callers.map((who) => [who, outcomes[who]])) as Outcomes,
]);
const inputOf = (row: string, world: World) => permissions[row]?.input?.(world);

await openStore();
const pdf = await pdfFile();

type Prepared = { world: World; tokens: Record<Who, string | null> };

async function prepare(): Promise<Prepared> {
  await resetDatabase();
  const [a, b, admin] = await Promise.all([createStudent(), createStudent(), createAdmin()]);
  const [shown, expired, mail] = await Promise.all([
    material({ uploadedById: admin.id }),
    material({ expiresAt: new Date(Date.now() - 1000) }),
    db().mail.create({ data: { kind: "resultNews", event: "test", recipient: a.email, about: {} } }),
    result(a),
    result(b),
  ]);
  const { id: subjectId } = await biology();
  const [teacher, otherTeacher, office] = await Promise.all([
    createStaff({ role: "teacher", className: 7, section: "A", subjectId }),
    createStaff({ role: "teacher", className: 8, subjectId }),
    createStaff({ role: "office" }),
  ]);
  const [guardian, strangersGuardian] = await Promise.all([
    createGuardian({ of: [a], email: "guardian@example.org" }),
    createGuardian({ of: [await createStudent()], email: "other@example.org" }),
  ]);
  const [year, next] = [await schoolYear(2026, shifted), await schoolYear(2027, shifted)];
  const adminToken = await tokenFor(admin);
  return {
    world: {
      admin: await callerOf(adminToken),
      emailOfA: a.email,
      idOfA: a.id,
      yearId: year.id,
      nextYearId: next.id,
      password: usualPassword,
      materialId: shown.id,
      expiredId: expired.id,
      mailId: mail.id,
      appCode: async () => {
        const { secret } = await db().$transaction((tx) => beginSecondFactor(tx, admin.id, "admin"));
        return generateSync({ secret });
      },
      mailedToken: (purpose) => createToken(a.id, purpose, 60_000, new Date()),
      storedFile: () => storedFile(pdf),
    },
    tokens: {
      visitor: null,
      userA: await tokenFor(a),
      userB: await tokenFor(b),
      guardian: await tokenFor(guardian),
      strangersGuardian: await tokenFor(strangersGuardian),
      teacher: teacher.token,
      otherTeacher: otherTeacher.token,
      office: office.token,
      admin: adminToken,
      loggedOut: await revokedTokenFor(admin),
    },
  };
}

const changesNothing = (row: string) => permissions[row]?.readOnly || !mutationNames.includes(procedureOf(row));

async function callersOf(tokens: Prepared["tokens"]): Promise<Record<Who, Caller>> {
  const found = callers.map(async (who) => [who, await callerOf(tokens[who])] as const);
  return Object.fromEntries(await Promise.all(found)) as Record<Who, Caller>;
}

async function outcomeOf(caller: Caller, procedure: string, input: unknown): Promise<Outcome> {
  const [room = "", name = ""] = procedure.split(".");
  const rooms = caller as unknown as Record<string, Record<string, (input: unknown) => Promise<unknown>>>;
  const call = rooms[room]?.[name];
  if (!call) throw new Error(`There is no ${procedure}.`);
  try {
    await call(input);
    return "ok";
  } catch (error) {
    return appErrorOf(error).code;
  }
}

describe("permission table", () => {
  it("the permission table has a row for every procedure", () => {
    expect(tableFaults(procedureNames, Object.keys(permissions))).toEqual([]);
  });

  it("the permission test detects a procedure without a row and a row without a procedure", () => {
    const rows = ["materials.list", "materials.list, with includeExpired", "materials.burn"];
    expect(tableFaults(["materials.list", "results.erase"], rows)).toEqual([
      "results.erase has no row",
      "materials.burn is no procedure",
    ]);
  });

  it("the permission test detects one changed field in the database", async () => {
    const row = await schedule();
    const before = await everything();
    expect(await everything()).toBe(before);
    await pool().query("update test_schedules set subject = 'Botany' where id = $1", [row.id]);
    expect(await everything()).not.toBe(before);
  });
});

describe("valid calls", () => {
  const rows = restorable(prepare);
  let prepared: Prepared | undefined;
  let people: Record<Who, Caller>;
  /** The digest of the prepared rows, as long as nothing has changed them. */
  let fresh: string | undefined;

  async function restore(): Promise<World> {
    const restored = await rows.start();
    if (restored !== prepared) people = await callersOf(restored.tokens);
    prepared = restored;
    return restored.world;
  }

  it.each(table)("%s", async (row, expected) => {
    const found = {} as Outcomes;
    const ask = async (who: Who, input: unknown) => {
      found[who] = await outcomeOf(people[who], procedureOf(row), input);
    };
    const allowed = callers.filter((who) => expected[who] === "ok");
    const between = changesNothing(row) ? [] : leftOut(allowed.slice(1, -1));
    const isKept = prepared !== undefined && fresh !== undefined && rows.isRecent();
    const world = isKept && prepared ? prepared.world : await restore();
    const asPrepared = (isKept && fresh) || (await everything());
    fresh = undefined;
    const input = await inputOf(row, world);
    const before = permissions[row]?.input ? await everything() : asPrepared;
    for (const who of callers.filter((one) => !allowed.includes(one))) await ask(who, input);
    const afterRefusals = allowed.length < callers.length ? await everything() : before;
    if (changesNothing(row)) {
      for (const who of allowed) await ask(who, input);
      if ((await everything()) === asPrepared) fresh = asPrepared;
    } else {
      const [first, ...others] = allowed.filter((who) => !between.includes(who));
      if (first) await ask(first, input);
      for (const who of others) await ask(who, await inputOf(row, await restore()));
    }
    expect(found).toEqual(without(expected, between));
    expect(afterRefusals, "nothing is changed by a refusal").toBe(before);
  });
});

describe("calls while the database is read-only", () => {
  let tokens: Prepared["tokens"];
  const inputs = new Map<string, unknown>();

  beforeAll(async () => {
    const prepared = await prepare();
    tokens = prepared.tokens;
    for (const [row] of table) inputs.set(row, await inputOf(row, prepared.world));
    await submission();
    await db().contactMessage.create({
      data: { name: "Kiran Das", email: "das@example.org", message: "When are the fees due?" },
    });
    // Their last use would be written.
    await pool().query("update sessions set used_at = now() - interval '2 minutes'");
    await closeDatabase();
    openDatabase({ ...connection, ...readOnly });
  });

  afterAll(async () => {
    await closeDatabase();
    openDatabase(connection);
  });

  it.each(["visitor", "userA", "admin"] as const)(
    "%s: queries work; mutations, and audited queries, respond with 503",
    async (who) => {
      const outcomes: [string, Outcome][] = [];
      const caller = await callerOf(tokens[who]);
      for (const [row] of table) {
        outcomes.push([row, await outcomeOf(caller, procedureOf(row), inputs.get(row))]);
      }
      const expected = table.map(([row, { [who]: usual }]) => {
        const { readOnly = usual !== "ok" } = permissions[row] ?? {};
        const isAnswered = readOnly || usual === "UNAUTHORIZED" || usual === "FORBIDDEN";
        return [row, isAnswered ? usual : "SERVICE_UNAVAILABLE"];
      });
      expect(outcomes).toEqual(expected);
    },
  );
});
