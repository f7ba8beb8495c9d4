import { createHash } from "node:crypto";
import { generateSync } from "otplib";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { appRouter } from "@/api/root";
import { mintToken } from "@/server/account-tokens";
import { closeDatabase, db, openDatabase, pool } from "@/server/db";
import { prepareJobs } from "@/server/jobs";
import { beginSecondFactor } from "@/server/second-factor";
import { openSecret } from "@/server/secret";
import { appErrorOf } from "@/server/trpc";
import {
  admin,
  type Caller,
  callerOf,
  material,
  openStore,
  result,
  revokedTokenFor,
  schedule,
  storedFile,
  student,
  submission,
  tokenFor,
  usualPassword,
} from "../factories";
import { connection, readOnly, resetDatabase } from "../setup/database";
import { pdfFile } from "../setup/documents";
import {
  answeredWithoutWrites,
  inputs,
  type Outcome,
  permissions,
  procedureOf,
  type Row,
  tableFaults,
  type World,
} from "./permissions";

const callers = ["visitor", "userA", "userB", "admin", "loggedOut"] as const;
type Who = (typeof callers)[number];

const cells = (Object.keys(permissions) as Row[]).flatMap((row) =>
  callers.map((who): [Row, Who, Outcome] => [row, who, permissions[row][who]]),
);

vi.stubEnv("NEXTAUTH_SECRET", "a secret of thirty-two characters or more");
await openSecret();
await openStore();

beforeAll(async () => {
  await prepareJobs();
});
beforeEach(resetDatabase);

async function prepare(): Promise<{ world: World; tokens: Record<Who, string | null> }> {
  const [a, b, head] = await Promise.all([student(), student(), admin()]);
  const [shown, expired, test, mail] = await Promise.all([
    material({ uploadedById: head.id }),
    material({ expiresAt: new Date(Date.now() - 1000) }),
    schedule(),
    db().mail.create({ data: { kind: "resultAdded", event: "test", recipient: a.email, about: {} } }),
    result(a),
    result(b),
  ]);
  const pdf = await pdfFile();
  return {
    world: {
      emailOfA: a.email,
      password: usualPassword,
      materialId: shown.id,
      expiredId: expired.id,
      scheduleId: test.id,
      mailId: mail.id,
      appCode: async () => {
        const { secret } = await db().$transaction((tx) => beginSecondFactor(tx, head.id, "admin"));
        return generateSync({ secret });
      },
      mailedToken: (purpose) => mintToken(a.id, purpose, 60_000, new Date()),
      storedFile: () => storedFile(pdf),
    },
    tokens: {
      visitor: null,
      userA: await tokenFor(a),
      userB: await tokenFor(b),
      admin: await tokenFor(head),
      loggedOut: await revokedTokenFor(head),
    },
  };
}

/** One word for everything in the database but the trail of refusals and the counts of tries, which a refusal adds to. */
async function everything(): Promise<string> {
  const { rows: tables } = await pool().query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema') and tablename not in ('audit_events', 'throttles')
     order by 1`,
  );
  const hash = createHash("sha256");
  for (const { name } of tables) {
    const { rows } = await pool().query<{ text: string }>(`select t::text as text from ${name} t order by 1`);
    hash.update(JSON.stringify([name, rows]));
  }
  return hash.digest("hex");
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

describe("the table of permissions", () => {
  it("names every procedure there is, and no other", () => {
    expect(tableFaults(Object.keys(appRouter._def.procedures), Object.keys(permissions))).toEqual([]);
  });

  it("would notice a procedure without a row, and a row without a procedure", () => {
    const rows = ["materials.list", "materials.list, with includeExpired", "materials.burn"];
    expect(tableFaults(["materials.list", "results.erase"], rows)).toEqual([
      "results.erase has no row",
      "materials.burn is no procedure",
    ]);
  });

  it("would notice one changed field of one row in the database", async () => {
    const row = await schedule();
    const before = await everything();
    expect(await everything()).toBe(before);
    await pool().query("update test_schedules set subject = 'Botany' where id = $1", [row.id]);
    expect(await everything()).not.toBe(before);
  });
});

describe("called with the right input", () => {
  it.each(cells)("%s by %s: %s", async (row, who, expected) => {
    const { world, tokens } = await prepare();
    const input = await inputs[row](world);
    const caller = await callerOf(tokens[who]);
    const before = await everything();
    expect(await outcomeOf(caller, procedureOf(row), input)).toBe(expected);
    if (expected !== "ok") expect(await everything(), "nothing is changed by a refusal").toBe(before);
  });
});

describe("called while the database takes no writes", () => {
  it("what changes nothing answers as ever; a change, and a reading that must go on record, say that it cannot be now", async () => {
    const { world, tokens } = await prepare();
    const asked = cells.filter(([, who]) => who !== "userB" && who !== "loggedOut");
    const made = new Map<Row, unknown>();
    for (const [row] of asked) if (!made.has(row)) made.set(row, await inputs[row](world));
    await submission();
    await db().contactMessage.create({
      data: { name: "Kiran Das", email: "das@example.org", message: "When are the fees due?" },
    });
    // Their use would be noted now.
    await pool().query("update sessions set used_at = now() - interval '2 minutes'");
    await closeDatabase();
    openDatabase({ ...connection, ...readOnly });
    try {
      const outcomes: [Row, Who, Outcome][] = [];
      for (const [row, who] of asked) {
        const caller = await callerOf(tokens[who]);
        outcomes.push([row, who, await outcomeOf(caller, procedureOf(row), made.get(row))]);
      }
      const expected = asked.map(([row, who, usual]) => {
        const isAnswered = usual !== "ok" || answeredWithoutWrites.includes(procedureOf(row));
        return [row, who, isAnswered ? usual : "SERVICE_UNAVAILABLE"];
      });
      expect(outcomes).toEqual(expected);
    } finally {
      await closeDatabase();
      openDatabase(connection);
    }
  }, 60_000);
});
