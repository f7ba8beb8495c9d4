import { beforeEach, describe, expect, it, vi } from "vitest";
import { createCaller } from "@/features";
import { copy } from "@/features/auth/messages";
import { linkLimit, loginLimits, resetLimits } from "@/features/auth/rules";
import { inWords } from "@/lib/errors";
import { createToken } from "@/server/auth/account-tokens";
import { deviceMark } from "@/server/auth/device-cookie";
import { closeDatabase, db, openDatabase } from "@/server/db/client";
import { processState } from "@/server/process-state";
import { consume } from "@/server/rate-limits/rate-limit";
import type { Semaphore } from "@/server/rate-limits/semaphore";
import { appErrorOf } from "@/server/trpc/trpc";
import { codeOf, createAdmin, createStudent, principalFor, refusalOf, tokenFor, usualPassword } from "../factories";
import { connection, resetDatabase } from "../harness/database";
import { isThorough } from "../harness/runs";
import { statementsOf } from "../harness/statements";

beforeEach(async () => {
  vi.useRealTimers();
  await resetDatabase();
});

const email = "asha@example.org";
const minutes = (count: number) => count * 60_000;
const later = (wait: number) => vi.setSystemTime(Date.now() + wait);

const from = (address: string | undefined, device?: string) => createCaller({ principal: null, address, device }).auth;
const login = (address: string | undefined, password: string, identifier = email, device?: string) =>
  from(address, device).login({ identifier, password, role: identifier.includes("@") ? "user" : "admin" });

async function wrong(times: number, address: string | undefined, identifier = email, device?: string) {
  for (let time = 0; time < times; time += 1)
    expect(await codeOf(login(address, "not her password", identifier, device))).toBe("UNAUTHORIZED");
}

describe("login attempts", () => {
  it("login is rejected after five failures from a network, even with the right password, until the time is over", async () => {
    await createStudent({ email });
    // The clock is frozen.
    later(0);
    await wrong(5, "10.0.0.1");
    const refused = await login("10.0.0.1", usualPassword).catch((error: unknown) => inWords(appErrorOf(error)));
    expect(refused).toMatchObject({
      code: "TOO_MANY_REQUESTS",
      message: `There were too many tries. Please try again in 15 minutes. ${copy.lockedUnmailed}`,
      headers: { "retry-after": "900" },
    });
    expect(await codeOf(login("10.0.0.2", usualPassword))).toBe("ok");
    later(minutes(14));
    expect(await codeOf(login("10.0.0.1", usualPassword))).toBe("TOO_MANY_REQUESTS");
    later(minutes(1) + 1000);
    expect(await codeOf(login("10.0.0.1", usualPassword))).toBe("ok");
  });

  it("a password reset unlocks the login immediately, permanently in that browser", async () => {
    const { id } = await createStudent({ email });
    const reset = async (address: string, password: string) => {
      const recognised: string[] = [];
      const recognise = async ({ userId }: { userId: string }) => void recognised.push(userId);
      const token = await createToken(id, "reset", minutes(30), new Date());
      await createCaller({ principal: null, address, recognise }).auth.resetPassword({ token, password });
      return recognised;
    };
    for (let place = 1; place <= 5; place += 1) await wrong(4, `10.0.0.${place}`);
    expect(await codeOf(login("10.0.0.9", usualPassword))).toBe("TOO_MANY_REQUESTS");
    expect(await reset("10.0.0.9", "a new green hill")).toEqual([id]);
    expect(await codeOf(login("10.0.0.8", "a new green hill"))).toBe("ok");

    // The attack continues; the known browser has its device cookie and changes network.
    for (let place = 1; place <= 5; place += 1) await wrong(4, `10.0.1.${place}`);
    expect(await codeOf(login("10.0.0.7", "a new green hill"))).toBe("TOO_MANY_REQUESTS");
    expect(await codeOf(login("10.0.0.7", "a new green hill", email, await deviceMark("user", id)))).toBe("ok");
  });

  it("a locked login explains the password reset, also for accounts that do not exist", async () => {
    await createStudent({ email });
    const said = new Set<string>();
    for (const of of [email, "nobody@example.org"]) {
      await wrong(5, "10.0.0.1", of);
      said.add((await refusalOf(login("10.0.0.1", usualPassword, of))).message);
    }
    expect([...said]).toEqual([
      expect.stringMatching(/in 15 minutes\. Is this your account\? Please ask the office of the institute/),
    ]);
    await createAdmin({ username: "asha" });
    await wrong(5, "10.0.0.3", "asha");
    const { message } = await refusalOf(login("10.0.0.3", usualPassword, "asha"));
    expect(message).toBe("There were too many tries. Please try again in 15 minutes.");
  });

  it("login failures are counted for every spelling of an email together, and for each role separately", async () => {
    await createStudent({ email });
    await createAdmin({ username: "asha" });
    await wrong(3, "10.0.0.1", " ASHA@example.org");
    await wrong(2, "10.0.0.1", "ａｓｈａ@EXAMPLE.org");
    expect(await codeOf(login("10.0.0.1", usualPassword))).toBe("TOO_MANY_REQUESTS");
    expect(await codeOf(login("10.0.0.1", usualPassword, "asha"))).toBe("ok");
  });

  it("login failures are counted for every spelling of a phone number together", async () => {
    const phone = "+919890022314";
    const { passwordHash } = await createStudent({ email });
    await db().user.create({ data: { name: "Sunita Rao", username: phone, phone, passwordHash } });
    const loginAs = (identifier: string, password = "not her password") =>
      codeOf(from("10.0.0.1").login({ identifier, password, role: "user" }));
    expect(await loginAs("98900 22314", usualPassword)).toBe("ok");
    for (const spelling of [phone, "98900-22314", "0 98900 22314", "(00 91) 98900.22314", "९८९००२२३१४"])
      expect(await loginAs(spelling)).toBe("UNAUTHORIZED");
    expect(await loginAs("9890 022314", usualPassword)).toBe("TOO_MANY_REQUESTS");
  });

  it("login failures are counted for all login names of a person together, and a new password clears them for all", async () => {
    const phone = "+919890022314";
    const { id } = await createStudent({ email });
    await db().user.update({ where: { id }, data: { username: "KV-7", phone } });
    const loginAs = (identifier: string, password = "not her password") =>
      codeOf(from("10.0.0.1").login({ identifier, password, role: "user" }));
    for (const name of [email, "KV-7", "98900 22314", "kv-7", email]) expect(await loginAs(name)).toBe("UNAUTHORIZED");
    for (const name of ["KV-7", phone, email]) expect(await loginAs(name, usualPassword)).toBe("TOO_MANY_REQUESTS");
    // Names that belong to nobody are counted separately.
    expect(await loginAs("KV-8")).toBe("UNAUTHORIZED");
    const office = createCaller({ principal: await principalFor(await tokenFor(await createAdmin())) });
    const { code } = await office.codes.make({ personId: id, purpose: "password" });
    await createCaller({ principal: null, address: "10.0.0.1" }).codes.join({ code, password: "a new green hill" });
    for (const name of ["KV-7", phone, email]) expect(await loginAs(name, "a new green hill")).toBe("ok");
  });

  it("a successful login counts nothing and clears the failures before it", async () => {
    await createStudent({ email });
    for (let round = 0; round < 3; round += 1) {
      await wrong(4, "10.0.0.1");
      expect(await codeOf(login("10.0.0.1", usualPassword))).toBe("ok");
    }
  });

  it("of fifty concurrent logins, only five compare the password", async () => {
    await createStudent({ email });
    const outcomes = await Promise.all(Array.from({ length: 50 }, () => codeOf(login("10.0.0.1", "wrong"))));
    expect(outcomes.filter((outcome) => outcome === "UNAUTHORIZED")).toHaveLength(5);
    expect(outcomes.filter((outcome) => outcome === "TOO_MANY_REQUESTS")).toHaveLength(45);
  });

  it("a login lock survives a restart", async () => {
    await createStudent({ email });
    await wrong(5, "10.0.0.1");
    await closeDatabase();
    openDatabase(connection);
    expect(await codeOf(login("10.0.0.1", usualPassword))).toBe("TOO_MANY_REQUESTS");
  });

  it("login from a new network is rejected for an hour after twenty failures from anywhere", async () => {
    await createStudent({ email });
    for (let place = 1; place <= 5; place += 1) await wrong(4, `10.0.0.${place}`);
    expect(await codeOf(login("10.0.0.9", usualPassword))).toBe("TOO_MANY_REQUESTS");
    expect(await codeOf(login(undefined, usualPassword))).toBe("TOO_MANY_REQUESTS");
    later(minutes(60) + 1000);
    expect(await codeOf(login("10.0.0.9", usualPassword))).toBe("ok");
  });

  it("attackers cannot lock an account for a browser that has logged in before", async () => {
    const { id } = await createStudent({ email });
    expect(await codeOf(login("10.0.0.1", usualPassword))).toBe("ok");
    for (let place = 2; place <= 6; place += 1) await wrong(4, `10.0.0.${place}`);
    expect(await codeOf(login("10.0.0.7", usualPassword))).toBe("TOO_MANY_REQUESTS");
    expect(await codeOf(login("10.0.0.1", usualPassword))).toBe("ok");

    // An attacker in the same network continues; the person's browser is known.
    await wrong(5, "10.0.0.1");
    expect(await codeOf(login("10.0.0.1", usualPassword))).toBe("TOO_MANY_REQUESTS");
    expect(await codeOf(login("10.0.0.1", usualPassword, email, await deviceMark("user", id)))).toBe("ok");

    later(30 * 24 * minutes(60) + 1000);
    for (let place = 2; place <= 6; place += 1) await wrong(4, `10.0.0.${place}`);
    expect(await codeOf(login("10.0.0.1", usualPassword))).toBe("TOO_MANY_REQUESTS");
  });

  it("login failures in a known browser are counted separately, and only its own device cookie has this effect", async () => {
    const { id } = await createStudent({ email });
    const { id: other } = await createStudent();
    const mark = await deviceMark("user", id);
    await wrong(5, "10.0.0.1", email, mark);
    expect(await codeOf(login("10.0.0.1", usualPassword, email, mark))).toBe("TOO_MANY_REQUESTS");
    expect(await codeOf(login("10.0.0.2", usualPassword, email, mark))).toBe("TOO_MANY_REQUESTS");
    expect(await codeOf(login("10.0.0.1", usualPassword, email, await deviceMark("user", id)))).toBe("ok");
    await wrong(5, "10.0.0.3");
    const [random = "", signature = ""] = mark.split(".");
    for (const forged of [
      await deviceMark("user", other),
      `${random}x.${signature}`,
      `.${signature}`,
      random,
      "",
      ".",
      "x.y.z",
    ])
      expect(await codeOf(login("10.0.0.3", usualPassword, email, forged)), forged).toBe("TOO_MANY_REQUESTS");
  });

  it("login is rejected for a network after a hundred failures with any accounts, but not in a known browser", async () => {
    const { id } = await createStudent({ email });
    for (let time = 0; time < 99; time += 1) await consume(loginLimits.network, "10.0.0.1");
    await wrong(1, "10.0.0.1", "nobody@example.org");
    expect(await codeOf(login("10.0.0.1", usualPassword))).toBe("TOO_MANY_REQUESTS");
    expect(await codeOf(login("10.0.0.1", usualPassword, email, await deviceMark("user", id)))).toBe("ok");
    expect(await codeOf(login("10.0.0.2", usualPassword))).toBe("ok");
  });

  it("a login that is rejected without comparing the password counts nowhere else", async () => {
    await createStudent({ email });
    await wrong(5, "10.0.0.1");
    for (let time = 0; time < 120; time += 1)
      expect(await codeOf(login("10.0.0.1", "wrong"))).toBe("TOO_MANY_REQUESTS");
    expect(await codeOf(login("10.0.0.1", "wrong", "nobody@example.org"))).toBe("UNAUTHORIZED");

    // A blocked network does not lock the account for others: 5 and 14 are 19.
    for (let time = 0; time < 100; time += 1) await consume(loginLimits.network, "10.0.0.2");
    for (let time = 0; time < 5; time += 1) expect(await codeOf(login("10.0.0.2", "wrong"))).toBe("TOO_MANY_REQUESTS");
    for (let place = 3; place <= 4; place += 1) await wrong(4, `10.0.0.${place}`);
    for (let place = 5; place <= 6; place += 1) await wrong(3, `10.0.0.${place}`);
    expect(await codeOf(login("10.0.0.9", usualPassword))).toBe("ok");
  });

  it("login attempts are audited with the account, but never with the input", async () => {
    const { id } = await createStudent({ email });
    await wrong(5, "10.0.0.1");
    for (let time = 0; time < 10; time += 1) await codeOf(login("10.0.0.1", usualPassword));
    await wrong(1, "10.0.0.2", "nobody@example.org");
    await login("10.0.0.3", usualPassword);
    const trail = await db().auditEvent.findMany({ orderBy: { id: "asc" } });
    const refused = { action: "login-refused", actorId: null, subjectId: id, address: "10.0.0.1" };
    expect(trail).toMatchObject([
      ...Array.from({ length: 5 }, () => ({ ...refused, detail: { why: "wrong password" } })),
      { ...refused, detail: { why: "too many tries" } },
      { action: "login-refused", actorId: null, subjectId: null, address: "10.0.0.2" },
      { action: "login", actorId: id, actorRole: "user", subjectId: null, address: "10.0.0.3" },
    ]);
    expect(JSON.stringify(trail)).not.toMatch(/not her password|example\.org|lanterns/);
  });

  it("a wrong current password counts as a login failure", async () => {
    const user = await createStudent({ email });
    const principal = await principalFor(await tokenFor(user));
    const { account } = createCaller({ principal, address: "10.0.0.1" });
    const change = (current: string) => codeOf(account.changePassword({ current, next: "a new green hill" }));
    await wrong(2, "10.0.0.1");
    for (let time = 0; time < 2; time += 1) expect(await change("wrong")).toBe("BAD_REQUEST");
    expect(await codeOf(account.remove({ password: "wrong" }))).toBe("BAD_REQUEST");
    expect(await change(usualPassword)).toBe("TOO_MANY_REQUESTS");
    expect(await codeOf(account.remove({ password: usualPassword }))).toBe("TOO_MANY_REQUESTS");
    expect(await codeOf(login("10.0.0.1", usualPassword))).toBe("TOO_MANY_REQUESTS");
  });
});

describe("signup attempts", () => {
  const signup = (address: string | undefined, name: string, password = "six green hills") =>
    codeOf(from(address).signup({ name: "Asha Rao", email: `${name}@example.org`, password }));

  it("signup is rejected for an hour after ten accounts from a network", async () => {
    for (let time = 0; time < 10; time += 1) expect(await signup("10.0.0.1", `student${time}`)).toBe("ok");
    expect(await signup("10.0.0.1", "late")).toBe("TOO_MANY_REQUESTS");
    expect(await signup("10.0.0.2", "other")).toBe("ok");
    expect(await signup(undefined, "of-the-server")).toBe("ok");
    later(minutes(60) + 1000);
    expect(await signup("10.0.0.1", "late")).toBe("ok");
  });

  it("a signup with a taken email counts as an attempt, one with a common password does not", async () => {
    for (let time = 0; time < 12; time += 1) expect(await signup("10.0.0.1", "new", "password")).toBe("BAD_REQUEST");
    await createStudent({ email });
    for (let time = 0; time < 10; time += 1) expect(await signup("10.0.0.1", "asha")).toBe("CONFLICT");
    expect(await signup("10.0.0.1", "new")).toBe("TOO_MANY_REQUESTS");
  });
});

describe("password reset requests", () => {
  const ask = (address: string, of = email, device?: string) =>
    codeOf(from(address, device).requestReset({ email: of }));

  it("a password reset is rejected after three requests for an email, registered or not, in any spelling and from any network", async () => {
    await createStudent({ email });
    for (const of of [email, "nobody@example.org"]) {
      for (let place = 1; place <= 3; place += 1) expect(await ask(`10.0.0.${place}`, of)).toBe("ok");
      expect(await ask("10.0.0.9", ` ${of.toUpperCase()}`)).toBe("TOO_MANY_REQUESTS");
    }
    later(minutes(60) + 1000);
    expect(await ask("10.0.0.9")).toBe("ok");
  });

  it("attackers cannot block password resets for a browser that has logged in before", async () => {
    const { id } = await createStudent({ email });
    await login("10.0.0.1", usualPassword);
    for (let place = 2; place <= 4; place += 1) await ask(`10.0.0.${place}`);
    expect(await ask("10.0.0.5")).toBe("TOO_MANY_REQUESTS");
    for (let time = 0; time < 3; time += 1) expect(await ask("10.0.0.1")).toBe("ok");
    expect(await ask("10.0.0.1")).toBe("TOO_MANY_REQUESTS");
    expect(await ask("10.0.0.5", email, await deviceMark("user", id))).toBe("ok");
  });

  it("password resets are rejected after twenty requests from a network", async () => {
    for (let time = 0; time < 20; time += 1) expect(await ask("10.0.0.1", `student${time}@example.org`)).toBe("ok");
    expect(await ask("10.0.0.1", "late@example.org")).toBe("TOO_MANY_REQUESTS");
    expect(await ask("10.0.0.2", "late@example.org")).toBe("ok");
  });
});

describe("emailed links", () => {
  it("a network can try twenty invalid links, of both kinds together, and a good one opens even then", async () => {
    const { id } = await createStudent({ email });
    const { confirmEmail, resetPassword } = from("10.0.0.1");
    for (let time = 0; time < linkLimit.points; time += 2) {
      expect(await codeOf(confirmEmail({ token: `guess ${time}` }))).toBe("BAD_REQUEST");
      expect(await codeOf(resetPassword({ token: "guess", password: "a new green hill" }))).toBe("BAD_REQUEST");
    }
    expect(await codeOf(confirmEmail({ token: "guess" }))).toBe("TOO_MANY_REQUESTS");
    expect(await codeOf(from("10.0.0.2").confirmEmail({ token: "guess" }))).toBe("BAD_REQUEST");
    const token = await createToken(id, "confirm", minutes(30), new Date());
    expect(await codeOf(confirmEmail({ token }))).toBe("ok");
  });
});

describe("existence of accounts", () => {
  const known = "student@example.org";
  const wrongLogin = (of: string, address: string) => refusalOf(login(address, "wrong", of));
  const resetRequest = (of: string, address: string) => from(address).requestReset({ email: of });
  const calls = [
    ["login", wrongLogin, 1],
    ["reset request", resetRequest, 0],
  ] as const;

  /** The answer of a call, its statements and the number of passwords it verifies. */
  async function workOf(call: () => Promise<unknown>) {
    const { lyceumHashing } = processState<{ lyceumHashing: Semaphore }>();
    const hashed = vi.spyOn(lyceumHashing, "enter").mockClear();
    const { result, statements } = await statementsOf(call);
    // The columns of an INSERT are left out: an audited attempt names the account that it was at.
    const tables = statements.map((text) => text.replace(/^(INSERT INTO \S+) .*/s, "$1"));
    return { result, statements: tables, hashes: hashed.mock.calls.length };
  }

  it.each(calls)(
    "a %s does the same work and answers the same with and without an account",
    async (_, call, hashes) => {
      await createStudent({ email: known });
      // The first call creates the decoy hash.
      await call("first@example.org", "10.1.1.1");
      const withAccount = await workOf(() => call(known, "10.0.0.1"));
      const without = await workOf(() => call("nobody@example.org", "10.0.0.2"));
      expect(without).toEqual(withAccount);
      expect(without.statements.length).toBeGreaterThan(2);
      expect(without.hashes).toBe(hashes);
    },
  );

  // Other load only adds to a time, so the shortest is the most stable measure; a hash takes far more than the limit.
  it.runIf(isThorough).each(calls)(
    "the time of a %s does not reveal whether an account exists",
    {
      timeout: 120_000,
    },
    async (_, call) => {
      const rounds = 60;
      await Promise.all(
        Array.from({ length: rounds }, (_, round) => createStudent({ email: `student${round}@example.org` })),
      );
      const times: Record<"student" | "nobody", number[]> = { student: [], nobody: [] };
      await call("first@example.org", "10.1.1.1");
      for (let round = 0; round < rounds; round += 1)
        for (const who of round % 2 ? (["student", "nobody"] as const) : (["nobody", "student"] as const)) {
          const start = performance.now();
          await call(`${who}${round}@example.org`, `10.0.${round}.${who === "nobody" ? 1 : 0}`);
          times[who].push(performance.now() - start);
        }
      expect(Math.abs(Math.min(...times.student) - Math.min(...times.nobody))).toBeLessThan(10);
    },
  );

  it("the rate limits do not reveal whether an account exists", async () => {
    await createStudent({ email });
    const refusals = new Set<string>();
    for (const of of [email, "nobody@example.org"]) {
      await wrong(5, "10.0.0.1", of);
      refusals.add(JSON.stringify(await refusalOf(login("10.0.0.1", usualPassword, of))));
      for (let time = 0; time < resetLimits.account.points; time += 1)
        await from("10.0.0.1").requestReset({ email: of });
      refusals.add(JSON.stringify(await refusalOf(from("10.0.0.1").requestReset({ email: of }))));
    }
    expect(refusals.size).toBe(2);
  });
});
