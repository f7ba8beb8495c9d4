import { encode } from "next-auth/jwt";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { createCaller } from "@/features";
import { type Outcome, optionsFor } from "@/http/next-auth-options";
import { principalOf, principalOfSession } from "@/http/session";
import { warnOfOtherSecret } from "@/main/warnings";
import { createToken } from "@/server/auth/account-tokens";
import { closeLogin } from "@/server/auth/closed-logins";
import { endLoginsOfOtherSecret } from "@/server/auth/other-secret";
import { hashPassword } from "@/server/auth/passwords";
import { openSecret, secret } from "@/server/auth/secret";
import { renewHash, setPassword } from "@/server/auth/users";
import { db, type Transaction } from "@/server/db/client";
import type { User } from "@/server/generated/prisma/client";
import { log } from "@/server/observability/log";
import { callerOf, createAdmin, createStudent, principalFor, refusalOf, tokenFor, usualPassword } from "../factories";
import { resetDatabase } from "../harness/database";
import { changeSettings } from "../harness/settings";

beforeEach(async () => {
  vi.useRealTimers();
  await resetDatabase();
});

const [second, minute, hour, day] = [1000, 60_000, 3_600_000, 86_400_000];
const visitor = createCaller({ principal: null }).auth;

async function cookieFor(user: User): Promise<string> {
  const token = await tokenFor(user);
  return `next-auth.session-token=${await encode({ token: { token }, secret: secret() })}`;
}

const isIn = async (cookie: string) => (await principalOf(new Headers({ cookie }))) !== null;

/** The principals of separate logins at a later time. */
async function isStillIn(user: User, remember: boolean, after: number): Promise<boolean> {
  const start = Date.now();
  const identifier = user.email ?? user.username ?? "";
  vi.setSystemTime(start);
  const { token } = await visitor.login({ identifier, password: usualPassword, role: user.role, remember });
  vi.setSystemTime(start + after);
  const headers = new Headers({ authorization: `Bearer ${token}` });
  const isStill = (await principalOf(headers)) !== null;
  vi.setSystemTime(start);
  return isStill;
}

describe("100 stolen cookies", () => {
  const ends: [string, (user: User & { email: string }) => Promise<unknown>][] = [
    [
      "a new password",
      async (user) => {
        const { account } = await callerOf(await tokenFor(user));
        await account.changePassword({ current: usualPassword, next: "a new green hill" });
      },
    ],
    [
      "a reset",
      async (user) => {
        const token = await createToken(user.id, "reset", minute, new Date());
        await visitor.resetPassword({ token, password: "a new green hill" });
      },
    ],
    ["signing out everywhere", async (user) => (await callerOf(await tokenFor(user))).account.signOutEverywhere()],
    [
      "deleting the account",
      async (user) => (await callerOf(await tokenFor(user))).account.remove({ password: usualPassword }),
    ],
  ];

  it.each(ends)("stolen cookies grant no access after %s", async (_, end) => {
    const user = await createStudent();
    const cookies = await Promise.all(Array.from({ length: 100 }, () => cookieFor(user)));
    const other = await cookieFor(await createStudent());
    expect((await Promise.all(cookies.map(isIn))).filter(Boolean)).toHaveLength(100);
    await end(user);
    expect((await Promise.all(cookies.map(isIn))).filter(Boolean)).toEqual([]);
    expect(await isIn(other)).toBe(true);
  });

  it("stolen cookies grant no access after their logout", async () => {
    const user = await createStudent();
    const cookies = await Promise.all(Array.from({ length: 100 }, () => cookieFor(user)));
    for (const cookie of cookies)
      await createCaller({ principal: await principalOf(new Headers({ cookie })) }).auth.logout();
    expect((await Promise.all(cookies.map(isIn))).filter(Boolean)).toEqual([]);
  });
});

describe("a login in progress", () => {
  const logIn = (user: User) =>
    visitor.login({ identifier: user.email ?? "", password: usualPassword, role: "user", remember: false });
  // Other tests use other databases on the same server.
  const waiting = () => db().$queryRaw`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;

  it.each<[string, (tx: Transaction, user: User) => Promise<unknown>]>([
    [
      "a new password",
      async (tx, { id, ...user }) =>
        setPassword(tx, { ...user, userId: id }, await hashPassword("a new green hill"), new Date()),
    ],
    ["the end of the login", (tx, { id: userId }) => closeLogin(tx, { userId }, new Date())],
  ])("opens no session after %s", async (_, end) => {
    const user = await createStudent();
    let login: Promise<unknown> | undefined;
    await db().$transaction(async (tx) => {
      await end(tx, user);
      login = refusalOf(logIn(user));
      await expect.poll(waiting, { interval: 20, timeout: 5000 }).toHaveLength(1);
    });
    expect(await login).toMatchObject({ code: "UNAUTHORIZED", message: "Invalid email or password" });
    expect(await db().session.count()).toBe(0);
  });

  it("opens a session although another login renews the hash", async () => {
    const user = await createStudent();
    const renewed = await hashPassword(usualPassword);
    let login: Promise<unknown> | undefined;
    await db().$transaction(async (tx) => {
      await renewHash(tx, user.id, renewed);
      login = logIn(user);
      await expect.poll(waiting, { interval: 20, timeout: 5000 }).toHaveLength(1);
    });
    expect(await login).toHaveProperty("token");
  });
});

describe("sessions", () => {
  it('a student\'s session lasts 12 hours, or 30 days with "Remember me", used or not', async () => {
    const user = await createStudent();
    expect(await isStillIn(user, false, 12 * hour - second)).toBe(true);
    expect(await isStillIn(user, false, 12 * hour)).toBe(false);
    expect(await isStillIn(user, true, 30 * day - second)).toBe(true);
    expect(await isStillIn(user, true, 30 * day)).toBe(false);
  });

  it('the administrator\'s session expires after half an hour without a call, even with "Remember me"', async () => {
    const admin = await createAdmin();
    for (const remember of [false, true]) {
      expect(await isStillIn(admin, remember, 30 * minute - second)).toBe(true);
      expect(await isStillIn(admin, remember, 30 * minute)).toBe(false);
    }
  });

  it("a session that was opened while the clock was ahead ends once the clock was corrected", async () => {
    const start = Date.now();
    const people = [await createAdmin(), await createStudent()];
    const tokensAt = (time: number) => {
      vi.setSystemTime(time);
      return Promise.all(people.map(tokenFor));
    };
    const [future, recent] = [await tokensAt(start + 2 * 365 * day), await tokensAt(start + minute)];
    vi.setSystemTime(start);
    for (const token of future) await expect(principalFor(token)).rejects.toThrow();
    for (const token of recent) await principalFor(token);
  });

  it("calls from a window in the background do not keep a session alive; a window that comes to the front does", async () => {
    const [start, token] = [Date.now(), await tokenFor(await createAdmin())];
    const ask = async (after: number, headers = {}) => {
      vi.setSystemTime(start + after * minute);
      const outcome: Outcome = {};
      const { session } = optionsFor(new Headers(headers), outcome).callbacks ?? {};
      await session?.({ session: { expires: "" }, token: { token } } as Parameters<typeof session>[0]);
      return outcome.account?.role;
    };
    expect(await ask(20)).toBe("admin");
    for (const after of [30, 40, 49]) expect(await ask(after, { "left-open": "1" })).toBe("admin");
    expect(await ask(51)).toBeUndefined();
  });

  it("the administrator's session expires after 12 hours, even if it is used", async () => {
    const admin = await createAdmin();
    const start = Date.now();
    vi.setSystemTime(start);
    const { token } = await visitor.login({
      identifier: "admin",
      password: usualPassword,
      role: "admin",
      remember: true,
    });
    for (let at = 29 * minute; at < 12 * hour; at += 29 * minute) {
      vi.setSystemTime(start + at);
      expect((await principalFor(token)).userId).toBe(admin.id);
    }
    vi.setSystemTime(start + 12 * hour - second);
    expect((await principalFor(token)).userId).toBe(admin.id);
    vi.setSystemTime(start + 12 * hour);
    await expect(principalFor(token)).rejects.toThrow();
  });

  it("the last use of a session is written at most once a minute, and only for the administrator", async () => {
    const [admin, student] = [await tokenFor(await createAdmin()), await tokenFor(await createStudent())];
    const start = Date.now() + minute;
    const uses = async () =>
      (await db().session.findMany({ orderBy: { id: "asc" } })).map(({ usedAt }) => usedAt.getTime());
    const [, ofPupil] = await uses();
    for (const [after, expected] of [
      [0, 0],
      [59 * second, 0],
      [61 * second, 61 * second],
    ] as const) {
      vi.setSystemTime(start + after);
      await Promise.all([principalFor(admin), principalFor(admin), principalFor(student)]);
      expect(await uses()).toEqual([start + expected, ofPupil]);
    }
  });

  it("an upload completes with the session that began it, even after that was revoked", async () => {
    const token = await tokenFor(await createAdmin());
    const { sessionId } = await principalFor(token);
    vi.setSystemTime(Date.now() + 45 * minute);
    await expect(principalFor(token)).rejects.toThrow();
    expect(await principalOfSession(sessionId)).toMatchObject({ role: "admin" });
  });

  it("each login gets a new token, whatever the request contains", async () => {
    const user = await createStudent();
    const planted = await tokenFor(user);
    const headers = new Headers({
      cookie: `next-auth.session-token=${await encode({ token: { token: planted }, secret: secret() })}`,
    });
    const { auth } = createCaller({ principal: await principalOf(headers) });
    const given = { identifier: user.email, password: usualPassword, role: "user" } as const;
    const tokens = await Promise.all(Array.from({ length: 5 }, async () => (await auth.login(given)).token));
    expect(new Set([planted, ...tokens]).size).toBe(6);
  });
});

describe("a different secret at the start", () => {
  it("ends all logins, including the tokens of the API, once", async () => {
    // Neither the first start nor a start with the same secret ends anything.
    const [admin, student] = [await tokenFor(await createAdmin()), await tokenFor(await createStudent())];
    expect([await endLoginsOfOtherSecret(), await endLoginsOfOtherSecret()]).toEqual([false, false]);
    await principalFor(student);

    const restore = changeSettings({ NEXTAUTH_SECRET: "a lantern that nobody has lit until today" });
    onTestFinished(async () => {
      restore();
      await openSecret();
    });
    await openSecret();
    const together = await Promise.all([endLoginsOfOtherSecret(), endLoginsOfOtherSecret()]);
    expect(together.sort()).toEqual([false, true]);
    for (const token of [admin, student]) await expect(principalFor(token)).rejects.toThrow();
    const next = await tokenFor(await createStudent());
    expect(await endLoginsOfOtherSecret()).toBe(false);
    await principalFor(next);
  });

  it("is reported on the console and in the log", async () => {
    await endLoginsOfOtherSecret();
    await db().setting.updateMany({ data: { value: "of an earlier secret" } });
    const [said, warning] = [vi.fn(), vi.spyOn(log(), "warn").mockImplementation(() => {})];
    await warnOfOtherSecret(said);
    await warnOfOtherSecret(said);
    for (const lines of [said, warning]) {
      expect(lines.mock.calls).toEqual([
        [expect.stringMatching(/WARNING.+All logins.+printed access codes.+NEXTAUTH_SECRET/)],
      ]);
    }
  });
});

describe("consent", () => {
  it("accounts, applications and messages store the time and version of the consent", async () => {
    const before = Date.now();
    const { services } = createCaller({ principal: null });
    const sender = { name: "Kiran Das", email: "das@example.org", phone: "+91 98765 43210" };
    await visitor.signup({ name: "Asha Rao", email: "asha@example.org", password: "six green hills" });
    await services.submit({ ...sender, selectedClass: 7, parentName: "Mohan Das" });
    await services.sendMessage({ ...sender, message: "May we visit?", consent: true });
    const rows = [
      await db().user.findFirst(),
      await db().submission.findFirst(),
      await db().contactMessage.findFirst(),
    ];
    for (const row of rows) {
      expect(row?.consentVersion).toMatch(/^\d{4}-\d\d-\d\d [0-9a-f]{16}$/);
      expect(row?.consentAt?.getTime()).toBeGreaterThanOrEqual(before);
    }
    expect(new Set(rows.map((row) => row?.consentVersion)).size).toBe(1);
  });
});
