import { beforeAll, describe, expect, it } from "vitest";
import { principalOf } from "@/http/session";
import { db } from "@/server/db/client";
import {
  callerOf,
  codeOf,
  createAdmin,
  createGuardian,
  createStaff,
  createStudent,
  principalFor,
  tokenFor,
} from "../factories";
import type { Permission } from "../harness/callers";
import { resetDatabase } from "../harness/database";
import { permissions, procedureOf } from "../harness/rooms";

/** A person of each kind, with the side on which they act as that kind. */
const kinds = {
  student: { side: "user", make: () => createStudent() },
  guardian: { side: "user", make: () => guardian() },
  teacher: { side: "admin", make: async () => (await createStaff({ role: "teacher", className: 7 })).user },
  office: { side: "admin", make: async () => (await createStaff({ role: "office" })).user },
  administrator: { side: "admin", make: async () => (await createStaff({ role: "administrator" })).user },
  builtIn: { side: "admin", make: () => createAdmin() },
} as const;
type Kind = keyof typeof kinds;
const names = Object.keys(kinds) as Kind[];

const guardian = async () => createGuardian({ of: [await createStudent()] });

beforeAll(async () => {
  await resetDatabase();
});

/** A session of a person on a side, as far as the database has it. */
async function sessionOf(kind: Kind, side: "user" | "admin", more: object = {}): Promise<string> {
  const user = await kinds[kind].make();
  const token = await tokenFor(user);
  await db().session.updateMany({ where: { userId: user.id, side: user.role }, data: { side, ...more } });
  return token;
}

const whoIs = (token: string) => principalOf(new Headers({ authorization: `Bearer ${token}` }));

const minute = 60_000;
const over = {
  "logged out": () => ({ revokedAt: new Date() }),
  "after its end": () => ({ createdAt: new Date(Date.now() - 13 * 60 * minute), expiresAt: new Date(Date.now() - 1) }),
} as const;

describe("a session", () => {
  it.each(names.flatMap((kind) => Object.keys(over).map((how) => [kind, how as keyof typeof over] as const)))(
    "of a %s that is %s identifies nobody",
    async (kind, how) => {
      await db().user.deleteMany({ where: { role: "admin" } });
      expect(await whoIs(await sessionOf(kind, kinds[kind].side))).not.toBeNull();
      await db().user.deleteMany({ where: { role: "admin" } });
      expect(await whoIs(await sessionOf(kind, kinds[kind].side, over[how]()))).toBeNull();
    },
  );

  it("on the admin side identifies nobody after half an hour without a call; one on the user side lasts", async () => {
    const usedAt = new Date(Date.now() - 30 * minute);
    expect(await whoIs(await sessionOf("office", "admin", { usedAt }))).toBeNull();
    expect(await whoIs(await sessionOf("student", "user", { usedAt }))).not.toBeNull();
  });

  it.each(["student", "guardian"] as const)("of a %s on the admin side identifies nobody", async (kind) => {
    expect(await whoIs(await sessionOf(kind, "admin"))).toBeNull();
  });
});

describe("a staff member who is logged in on the user side", () => {
  const refused = Object.entries<Permission>(permissions).filter(([, { userB }]) => userB === "FORBIDDEN");
  // A person who is not on the roster may change their own name, and the other two refuse only certain input.
  const own = ["account.changeName", "materials.list, with includeExpired", "materials.classes, with includeExpired"];

  it.each(["teacher", "office", "administrator"] as const)("as %s has none of these rights there", async (kind) => {
    const token = await sessionOf(kind, "user");
    expect(await principalFor(token)).toMatchObject({ role: "user", grants: [] });
    const caller = (await callerOf(token)) as unknown as Record<string, Record<string, () => Promise<unknown>>>;
    const open: string[] = [];
    for (const [row] of refused) {
      const [room = "", name = ""] = procedureOf(row).split(".");
      if ((await codeOf(caller[room]?.[name]?.())) !== "FORBIDDEN") open.push(row);
    }
    expect(refused.length).toBeGreaterThan(60);
    expect(open).toEqual(own);
  });
});
