import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { createCaller } from "@/api/root";
import { copy } from "@/features/auth/copy";
import { linkLimit, loginLimits, resetLimits } from "@/features/auth/rules";
import { mintToken } from "@/server/account-tokens";
import { closeDatabase, db, openDatabase } from "@/server/db";
import { deviceMark } from "@/server/device";
import { prepareJobs } from "@/server/jobs";
import { countTry } from "@/server/limits";
import { openSecret } from "@/server/secret";
import { appErrorOf } from "@/server/trpc";
import { admin, principalFor, refusalOf, student, tokenFor, usualPassword } from "../factories";
import { connection, resetDatabase } from "../setup/database";

vi.stubEnv("NEXTAUTH_SECRET", "a secret of thirty-two characters or more");
await openSecret();

beforeAll(prepareJobs);
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
const outcomeOf = (call: Promise<unknown>) =>
  call.then(
    () => "ok",
    (error: unknown) => appErrorOf(error).code,
  );

async function wrong(times: number, address: string | undefined, identifier = email, device?: string) {
  for (let time = 0; time < times; time += 1)
    expect(await outcomeOf(login(address, "not her password", identifier, device))).toBe("UNAUTHORIZED");
}

describe("a login", () => {
  it("is refused after five wrong ones from a place, the right password too, until the time is over", async () => {
    await student({ email });
    // The clock stands still, however long this takes.
    later(0);
    await wrong(5, "10.0.0.1");
    const refused = await login("10.0.0.1", usualPassword).catch(appErrorOf);
    expect(refused).toMatchObject({
      code: "TOO_MANY_REQUESTS",
      message: `There were too many tries. Please try again in 15 minutes. ${copy.lockedUnmailed}`,
      headers: { "retry-after": "900" },
    });
    expect(await outcomeOf(login("10.0.0.2", usualPassword))).toBe("ok");
    later(minutes(14));
    expect(await outcomeOf(login("10.0.0.1", usualPassword))).toBe("TOO_MANY_REQUESTS");
    later(minutes(1) + 1000);
    expect(await outcomeOf(login("10.0.0.1", usualPassword))).toBe("ok");
  });

  it("is open at once to whoever sets a new password by a mailed link, and stays so in that browser", async () => {
    const { id } = await student({ email });
    const reset = async (address: string, password: string) => {
      const recognised: string[] = [];
      const recognise = (userId: string) => recognised.push(userId);
      const token = await mintToken(id, "reset", minutes(30), new Date());
      await createCaller({ principal: null, address, recognise }).auth.resetPassword({ token, password });
      return recognised;
    };
    for (let place = 1; place <= 5; place += 1) await wrong(4, `10.0.0.${place}`);
    expect(await outcomeOf(login("10.0.0.9", usualPassword))).toBe("TOO_MANY_REQUESTS");
    expect(await reset("10.0.0.9", "a new green hill")).toEqual([id]);
    expect(await outcomeOf(login("10.0.0.8", "a new green hill"))).toBe("ok");

    // The strangers go on; the browser has its mark, and travels.
    for (let place = 1; place <= 5; place += 1) await wrong(4, `10.0.1.${place}`);
    expect(await outcomeOf(login("10.0.0.7", "a new green hill"))).toBe("TOO_MANY_REQUESTS");
    expect(await outcomeOf(login("10.0.0.7", "a new green hill", email, deviceMark(id)))).toBe("ok");
  });

  it("says in its refusal how its person comes in, the same for accounts that do not exist", async () => {
    await student({ email });
    const said = new Set<string>();
    for (const of of [email, "nobody@example.org"]) {
      await wrong(5, "10.0.0.1", of);
      said.add((await refusalOf(login("10.0.0.1", usualPassword, of))).message);
    }
    expect([...said]).toEqual([
      expect.stringMatching(/in 15 minutes\. Is this your account\? Please ask the office of the institute/),
    ]);
    await admin({ username: "asha" });
    await wrong(5, "10.0.0.3", "asha");
    const { message } = await refusalOf(login("10.0.0.3", usualPassword, "asha"));
    expect(message).toBe("There were too many tries. Please try again in 15 minutes.");
  });

  it("is counted whatever way the address is spelled, and for each role apart", async () => {
    await student({ email });
    await admin({ username: "asha" });
    await wrong(3, "10.0.0.1", " ASHA@example.org");
    await wrong(2, "10.0.0.1", "ａｓｈａ@EXAMPLE.org");
    expect(await outcomeOf(login("10.0.0.1", usualPassword))).toBe("TOO_MANY_REQUESTS");
    expect(await outcomeOf(login("10.0.0.1", usualPassword, "asha"))).toBe("ok");
  });

  it("that is right counts nothing, and takes back the wrong ones before it", async () => {
    await student({ email });
    for (let round = 0; round < 3; round += 1) {
      await wrong(4, "10.0.0.1");
      expect(await outcomeOf(login("10.0.0.1", usualPassword))).toBe("ok");
    }
  });

  it("tried fifty times at once is compared five times", async () => {
    await student({ email });
    const outcomes = await Promise.all(Array.from({ length: 50 }, () => outcomeOf(login("10.0.0.1", "wrong"))));
    expect(outcomes.filter((outcome) => outcome === "UNAUTHORIZED")).toHaveLength(5);
    expect(outcomes.filter((outcome) => outcome === "TOO_MANY_REQUESTS")).toHaveLength(45);
  });

  it("is still refused by a process that has just started", async () => {
    await student({ email });
    await wrong(5, "10.0.0.1");
    await closeDatabase();
    openDatabase(connection);
    expect(await outcomeOf(login("10.0.0.1", usualPassword))).toBe("TOO_MANY_REQUESTS");
  });

  it("is refused from a new place after twenty wrong ones from anywhere, for an hour", async () => {
    await student({ email });
    for (let place = 1; place <= 5; place += 1) await wrong(4, `10.0.0.${place}`);
    expect(await outcomeOf(login("10.0.0.9", usualPassword))).toBe("TOO_MANY_REQUESTS");
    expect(await outcomeOf(login(undefined, usualPassword))).toBe("TOO_MANY_REQUESTS");
    later(minutes(60) + 1000);
    expect(await outcomeOf(login("10.0.0.9", usualPassword))).toBe("ok");
  });

  it("is held shut by nobody for its person, where that person has logged in before", async () => {
    const { id } = await student({ email });
    expect(await outcomeOf(login("10.0.0.1", usualPassword))).toBe("ok");
    for (let place = 2; place <= 6; place += 1) await wrong(4, `10.0.0.${place}`);
    expect(await outcomeOf(login("10.0.0.7", usualPassword))).toBe("TOO_MANY_REQUESTS");
    expect(await outcomeOf(login("10.0.0.1", usualPassword))).toBe("ok");

    // Somebody in the same network keeps at it; the person's browser is known.
    await wrong(5, "10.0.0.1");
    expect(await outcomeOf(login("10.0.0.1", usualPassword))).toBe("TOO_MANY_REQUESTS");
    expect(await outcomeOf(login("10.0.0.1", usualPassword, email, deviceMark(id)))).toBe("ok");

    later(30 * 24 * minutes(60) + 1000);
    for (let place = 2; place <= 6; place += 1) await wrong(4, `10.0.0.${place}`);
    expect(await outcomeOf(login("10.0.0.1", usualPassword))).toBe("TOO_MANY_REQUESTS");
  });

  it("in a browser of the person's own is counted there alone, and no other mark opens that way", async () => {
    const { id } = await student({ email });
    const { id: other } = await student();
    const mark = deviceMark(id);
    await wrong(5, "10.0.0.1", email, mark);
    expect(await outcomeOf(login("10.0.0.1", usualPassword, email, mark))).toBe("TOO_MANY_REQUESTS");
    expect(await outcomeOf(login("10.0.0.2", usualPassword, email, mark))).toBe("TOO_MANY_REQUESTS");
    expect(await outcomeOf(login("10.0.0.1", usualPassword, email, deviceMark(id)))).toBe("ok");
    await wrong(5, "10.0.0.3");
    const [random = "", signature = ""] = mark.split(".");
    for (const forged of [deviceMark(other), `${random}x.${signature}`, `.${signature}`, random, "", ".", "x.y.z"])
      expect(await outcomeOf(login("10.0.0.3", usualPassword, email, forged)), forged).toBe("TOO_MANY_REQUESTS");
  });

  it("is refused to a network after a hundred wrong ones of whomever, but not to a browser that is known", async () => {
    const { id } = await student({ email });
    for (let time = 0; time < 99; time += 1) await countTry(loginLimits.network, "10.0.0.1");
    await wrong(1, "10.0.0.1", "nobody@example.org");
    expect(await outcomeOf(login("10.0.0.1", usualPassword))).toBe("TOO_MANY_REQUESTS");
    expect(await outcomeOf(login("10.0.0.1", usualPassword, email, deviceMark(id)))).toBe("ok");
    expect(await outcomeOf(login("10.0.0.2", usualPassword))).toBe("ok");
  });

  it("that was not even compared is counted nowhere else", async () => {
    await student({ email });
    await wrong(5, "10.0.0.1");
    for (let time = 0; time < 120; time += 1)
      expect(await outcomeOf(login("10.0.0.1", "wrong"))).toBe("TOO_MANY_REQUESTS");
    expect(await outcomeOf(login("10.0.0.1", "wrong", "nobody@example.org"))).toBe("UNAUTHORIZED");

    // A network that is held up shuts no account for the others: 5 and 14 are 19.
    for (let time = 0; time < 100; time += 1) await countTry(loginLimits.network, "10.0.0.2");
    for (let time = 0; time < 5; time += 1)
      expect(await outcomeOf(login("10.0.0.2", "wrong"))).toBe("TOO_MANY_REQUESTS");
    for (let place = 3; place <= 4; place += 1) await wrong(4, `10.0.0.${place}`);
    for (let place = 5; place <= 6; place += 1) await wrong(3, `10.0.0.${place}`);
    expect(await outcomeOf(login("10.0.0.9", usualPassword))).toBe("ok");
  });

  it("leaves a trail that names the account and never what was typed", async () => {
    const { id } = await student({ email });
    await wrong(5, "10.0.0.1");
    for (let time = 0; time < 10; time += 1) await outcomeOf(login("10.0.0.1", usualPassword));
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

  it("counts a wrong current password with it", async () => {
    const user = await student({ email });
    const principal = await principalFor(await tokenFor(user));
    const { auth } = createCaller({ principal, address: "10.0.0.1" });
    const change = (current: string) => outcomeOf(auth.changePassword({ current, next: "a new green hill" }));
    await wrong(2, "10.0.0.1");
    for (let time = 0; time < 2; time += 1) expect(await change("wrong")).toBe("BAD_REQUEST");
    expect(await outcomeOf(auth.removeAccount({ password: "wrong" }))).toBe("BAD_REQUEST");
    expect(await change(usualPassword)).toBe("TOO_MANY_REQUESTS");
    expect(await outcomeOf(auth.removeAccount({ password: usualPassword }))).toBe("TOO_MANY_REQUESTS");
    expect(await outcomeOf(login("10.0.0.1", usualPassword))).toBe("TOO_MANY_REQUESTS");
  });
});

describe("a signup", () => {
  const signup = (address: string | undefined, name: string, password = "six green hills") =>
    outcomeOf(from(address).signup({ name: "Asha Rao", email: `${name}@example.org`, password }));

  it("is refused after ten accounts from a network, for an hour", async () => {
    for (let time = 0; time < 10; time += 1) expect(await signup("10.0.0.1", `pupil${time}`)).toBe("ok");
    expect(await signup("10.0.0.1", "late")).toBe("TOO_MANY_REQUESTS");
    expect(await signup("10.0.0.2", "other")).toBe("ok");
    expect(await signup(undefined, "of-the-server")).toBe("ok");
    later(minutes(60) + 1000);
    expect(await signup("10.0.0.1", "late")).toBe("ok");
  });

  it("counts an address that is taken, and no password that is too easy", async () => {
    for (let time = 0; time < 12; time += 1) expect(await signup("10.0.0.1", "new", "password")).toBe("BAD_REQUEST");
    await student({ email });
    for (let time = 0; time < 10; time += 1) expect(await signup("10.0.0.1", "asha")).toBe("CONFLICT");
    expect(await signup("10.0.0.1", "new")).toBe("TOO_MANY_REQUESTS");
  });
});

describe("asking for a new password", () => {
  const ask = (address: string, of = email, device?: string) =>
    outcomeOf(from(address, device).requestReset({ email: of }));

  it("is refused after three times for an address, registered or not, in any spelling and from anywhere", async () => {
    await student({ email });
    for (const of of [email, "nobody@example.org"]) {
      for (let place = 1; place <= 3; place += 1) expect(await ask(`10.0.0.${place}`, of)).toBe("ok");
      expect(await ask("10.0.0.9", ` ${of.toUpperCase()}`)).toBe("TOO_MANY_REQUESTS");
    }
    later(minutes(60) + 1000);
    expect(await ask("10.0.0.9")).toBe("ok");
  });

  it("is held shut by nobody where its person has logged in before", async () => {
    const { id } = await student({ email });
    await login("10.0.0.1", usualPassword);
    for (let place = 2; place <= 4; place += 1) await ask(`10.0.0.${place}`);
    expect(await ask("10.0.0.5")).toBe("TOO_MANY_REQUESTS");
    for (let time = 0; time < 3; time += 1) expect(await ask("10.0.0.1")).toBe("ok");
    expect(await ask("10.0.0.1")).toBe("TOO_MANY_REQUESTS");
    expect(await ask("10.0.0.5", email, deviceMark(id))).toBe("ok");
  });

  it("is refused after twenty times from a network", async () => {
    for (let time = 0; time < 20; time += 1) expect(await ask("10.0.0.1", `pupil${time}@example.org`)).toBe("ok");
    expect(await ask("10.0.0.1", "late@example.org")).toBe("TOO_MANY_REQUESTS");
    expect(await ask("10.0.0.2", "late@example.org")).toBe("ok");
  });
});

describe("a link", () => {
  it("that is not good can be tried twenty times from a network, for either purpose", async () => {
    const { confirmEmail, resetPassword } = from("10.0.0.1");
    for (let time = 0; time < linkLimit.points; time += 2) {
      expect(await outcomeOf(confirmEmail({ token: `guess ${time}` }))).toBe("BAD_REQUEST");
      expect(await outcomeOf(resetPassword({ token: "guess", password: "a new green hill" }))).toBe("BAD_REQUEST");
    }
    expect(await outcomeOf(confirmEmail({ token: "guess" }))).toBe("TOO_MANY_REQUESTS");
    expect(await outcomeOf(from("10.0.0.2").confirmEmail({ token: "guess" }))).toBe("BAD_REQUEST");
  });
});

describe("which accounts there are", () => {
  // What else the machine has to do only adds to a time: the lower quartile is the steadiest of them.
  const typical = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 4)] ?? 0;
  const patience = 120_000;

  async function typicalTimes(call: (of: string, address: string) => Promise<unknown>) {
    const rounds = 60;
    await Promise.all(Array.from({ length: rounds }, (_, round) => student({ email: `pupil${round}@example.org` })));
    const times: Record<"known" | "unknown", number[]> = { known: [], unknown: [] };
    const answers = new Set<string>();
    // The first of all calls prepares what the others find ready.
    await call("first@example.org", "10.1.1.1");
    for (let round = 0; round < rounds; round += 1) {
      const both = [`pupil${round}@example.org`, `nobody${round}@example.org`] as const;
      for (const [index, of] of round % 2 ? both.entries() : [...both.entries()].toReversed()) {
        const start = performance.now();
        const answer = await call(of, `10.0.${round}.${index}`);
        times[index === 0 ? "known" : "unknown"].push(performance.now() - start);
        answers.add(JSON.stringify(answer));
      }
    }
    return { gap: Math.abs(typical(times.known) - typical(times.unknown)), answers };
  }

  /** The same, up to three times: what the product itself tells shows each time, what the machine was doing does not. */
  async function steadyTimes(call: (of: string, address: string) => Promise<unknown>) {
    let measured = await typicalTimes(call);
    for (let again = 0; again < 2 && measured.gap >= 10; again += 1) {
      await resetDatabase();
      measured = await typicalTimes(call);
    }
    return measured;
  }

  it("is told neither by the answer of a login nor by its time", { timeout: patience }, async () => {
    const { gap, answers } = await steadyTimes((of, address) => refusalOf(login(address, "wrong", of)));
    expect(answers.size).toBe(1);
    expect(gap).toBeLessThan(10);
  });

  it("is told neither by the answer to asking for a new password nor by its time", { timeout: patience }, async () => {
    const { gap, answers } = await steadyTimes((of, address) => from(address).requestReset({ email: of }));
    expect([...answers]).toEqual(['{"mailed":false}']);
    expect(gap).toBeLessThan(10);
  });

  it("is not told by when there were too many tries", async () => {
    await student({ email });
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
