import { generateSync } from "otplib";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { createCaller } from "@/features";
import { endAdminCodes } from "@/features/auth/mutations-admin";
import { inWords } from "@/lib/errors";
import { deviceMark } from "@/server/auth/device-cookie";
import { db } from "@/server/db/client";
import { appErrorOf } from "@/server/trpc/trpc";
import { callerOf, createAdmin, createStaff, principalFor, refusalOf, tokenFor, usualPassword } from "../factories";
import { resetDatabase } from "../harness/database";

beforeEach(async () => {
  vi.useRealTimers();
  await resetDatabase();
});

const password = usualPassword;
const login = (code?: string, address = "10.0.0.1", given = password) =>
  createCaller({ principal: null, address }).auth.login({ identifier: "admin", password: given, role: "admin", code });
const outcomeOf = (call: Promise<unknown>) =>
  call.then(
    () => "ok",
    (error: unknown) => inWords(appErrorOf(error)).message,
  );

const missing = "Please enter the code from your authenticator app.";
const wrong = "This code is wrong or has already been used. Please try the next one.";
const tooMany = "There were too many tries. Please try again in 15 minutes.";

/** Advances the clock to the next code. */
const later = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000);
const codeOf = (secret: string, seconds = 0) =>
  generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + seconds });

async function coded() {
  const user = await createAdmin();
  const token = await tokenFor(user);
  const { account } = await callerOf(token);
  const { secret } = await account.beginCodes({ password });
  const { recoveryCodes } = await account.confirmCodes({ code: codeOf(secret) });
  later(60);
  return { user, token, account, secret, recoveryCodes };
}

describe("two-step login", () => {
  it("two-step login is off until a first code is confirmed", async () => {
    const { account } = await callerOf(await tokenFor(await createAdmin()));
    expect((await refusalOf(account.beginCodes({ password: "not this one" }))).code).toBe("BAD_REQUEST");
    await account.beginCodes({ password });
    const { secret, uri, qr } = await account.beginCodes({ password });
    expect(uri).toBe(`otpauth://totp/Lyceum:admin?secret=${secret}&issuer=Lyceum`);
    expect(qr.path).toMatch(/^(M\d+ \d+h1v1h-1z)+$/);
    const bad = String((Number(codeOf(secret)) + 1) % 1_000_000).padStart(6, "0");
    expect(await refusalOf(account.confirmCodes({ code: bad }))).toMatchObject({
      message: wrong,
      issues: [{ path: ["code"] }],
    });
    expect(await account.get()).toMatchObject({ asksForCodes: false });
    expect(await outcomeOf(login())).toBe("ok");
    expect((await account.confirmCodes({ code: codeOf(secret) })).recoveryCodes).toHaveLength(10);
    expect(await account.get()).toMatchObject({ asksForCodes: true });
    expect((await refusalOf(account.beginCodes({ password }))).code).toBe("CONFLICT");
  });

  it("a code is requested only after the right password, and nothing is revealed otherwise", async () => {
    const { secret } = await coded();
    const refusal = { code: "UNAUTHORIZED", message: "Invalid admin credentials" };
    expect(await refusalOf(login(undefined, "10.0.0.2", "not this one"))).toEqual(refusal);
    expect(await refusalOf(login(codeOf(secret), "10.0.0.2", "not this one"))).toEqual(refusal);
    expect(await refusalOf(login())).toMatchObject({
      code: "UNAUTHORIZED",
      message: missing,
      issues: [{ path: ["code"] }],
    });
    expect(await outcomeOf(login(codeOf(secret)))).toBe("ok");
  });

  it("a code is valid one period early or late, once, and never before the last used one", async () => {
    const { secret } = await coded();
    expect(await outcomeOf(login(codeOf(secret, -90)))).toBe(wrong);
    expect(await outcomeOf(login(codeOf(secret, -30)))).toBe("ok");
    expect(await outcomeOf(login(codeOf(secret, -30)))).toBe(wrong);
    const next = codeOf(secret, 30);
    expect(await outcomeOf(login(`${next.slice(0, 3)} ${next.slice(3)}`))).toBe("ok");
    // Codes older than the last accepted one are invalid, too.
    expect(await outcomeOf(login(codeOf(secret)))).toBe(wrong);
  });

  it("a code works once, even in concurrent logins", async () => {
    const { secret, recoveryCodes } = await coded();
    for (const code of [codeOf(secret), recoveryCodes[0] ?? ""]) {
      const tries = Array.from({ length: 4 }, (_, place) => outcomeOf(login(code, `10.0.1.${place}`)));
      expect((await Promise.all(tries)).filter((outcome) => outcome === "ok")).toHaveLength(1);
    }
  });

  it("each recovery code works once, in any spelling", async () => {
    const { recoveryCodes } = await coded();
    const [first = "", second = ""] = recoveryCodes;
    expect(first).toMatch(/^[0-9a-hjkmnp-tv-z]{4}-[0-9a-hjkmnp-tv-z]{4}-[0-9a-hjkmnp-tv-z]{4}$/);
    expect(new Set(recoveryCodes).size).toBe(10);
    expect(await outcomeOf(login(first))).toBe("ok");
    expect(await outcomeOf(login(first))).toBe(wrong);
    expect(await outcomeOf(login(` ${second.toUpperCase().replaceAll("-", " ")} `))).toBe("ok");
    expect((await db().secondFactor.findFirst())?.recoveryHashes).toHaveLength(8);
  });

  it("wrong codes, and logins without a code, count as failed logins", async () => {
    const { secret } = await coded();
    expect(await outcomeOf(login())).toBe(missing);
    for (let time = 0; time < 4; time += 1) expect(await outcomeOf(login(`00000${time}`))).toBe(wrong);
    expect(await outcomeOf(login(codeOf(secret)))).toBe(tooMany);
    const refused = await db().auditEvent.findMany({ where: { action: "login-refused" }, orderBy: { id: "asc" } });
    const whys = refused.map(({ detail }) => detail);
    expect(whys).toEqual([...Array(4).fill({ why: "wrong code" }), { why: "too many tries" }]);
  });

  it("a person who knows only the password has twenty codes an hour, however many browsers they mark on the user side", async () => {
    const { user, email, token } = await createStaff({ role: "office" });
    const { account } = await callerOf(token);
    const { secret } = await account.beginCodes({ password });
    await account.confirmCodes({ code: codeOf(secret) });
    later(60);
    const guess = (code: string, address: string, device: string) =>
      createCaller({ principal: null, address, device }).auth.login({
        identifier: email,
        password,
        role: "admin",
        code,
      });
    for (let time = 0; time < 20; time += 1) {
      const [place, mark] = [`10.0.0.${time % 5}`, await deviceMark("user", user.id)];
      expect(await outcomeOf(guess(`0000${10 + time}`, place, mark))).toBe(wrong);
    }
    expect(await outcomeOf(guess(codeOf(secret), "10.0.0.9", await deviceMark("user", user.id)))).toMatch(
      /^There were too many tries/,
    );
  });

  it("wrong first codes count as failed logins, and turn nothing on", async () => {
    const { account } = await callerOf(await tokenFor(await createAdmin()));
    const { secret } = await account.beginCodes({ password });
    for (let time = 0; time < 20; time += 1)
      expect(await outcomeOf(account.confirmCodes({ code: `0000${10 + time}` }))).toBe(wrong);
    expect(await outcomeOf(account.confirmCodes({ code: codeOf(secret) }))).toMatch(/^There were too many tries/);
    expect(await account.get()).toMatchObject({ asksForCodes: false });
  });

  it("turning on two-step login ends the other sessions, and its secrets are stored encrypted", async () => {
    const user = await createAdmin();
    const [here, there] = [await tokenFor(user), await tokenFor(user)];
    const { account } = await callerOf(here);
    const { secret } = await account.beginCodes({ password });
    const { recoveryCodes } = await account.confirmCodes({ code: codeOf(secret) });
    await expect(principalFor(there)).rejects.toThrow();
    expect((await principalFor(here)).role).toBe("admin");
    const { sealedSecret, recoveryHashes } = await db().secondFactor.findFirstOrThrow();
    const kept = Buffer.concat([sealedSecret, ...recoveryHashes]).toString("latin1");
    for (const text of [secret, ...recoveryCodes, ...recoveryCodes.map((code) => code.replaceAll("-", ""))])
      expect(kept).not.toContain(text);
  });

  it("two-step login is turned off with the password, or by the server's command", async () => {
    const { account, user } = await coded();
    expect((await refusalOf(account.endCodes({ password: "not this one" }))).code).toBe("BAD_REQUEST");
    await account.endCodes({ password });
    expect(await outcomeOf(login())).toBe("ok");
    const again = await account.beginCodes({ password });
    await account.confirmCodes({ code: codeOf(again.secret) });
    expect(await outcomeOf(login())).toBe(missing);
    expect([await endAdminCodes(), await endAdminCodes()]).toEqual([true, false]);
    expect(await outcomeOf(login())).toBe("ok");
    const trail = await db().auditEvent.findMany({
      where: { action: { startsWith: "codes" } },
      orderBy: { id: "asc" },
    });
    expect(trail.map(({ action, actorId }) => [action, actorId])).toEqual([
      ...[
        ["codes-on", user.id],
        ["codes-off", user.id],
        ["codes-on", user.id],
      ],
      ["codes-off", null],
    ]);
  });

  it("two-step login rejects everyone if the server's secret has changed", async () => {
    const { secret, recoveryCodes } = await coded();
    const shared = globalThis as typeof globalThis & { lyceumSecret?: string };
    const before = shared.lyceumSecret ?? "";
    shared.lyceumSecret = "another secret of thirty-two characters";
    expect(await outcomeOf(login(codeOf(secret)))).toBe(wrong);
    expect(await outcomeOf(login(recoveryCodes[0]))).toBe(wrong);
    shared.lyceumSecret = before;
    expect(await outcomeOf(login(codeOf(secret)))).toBe("ok");
  });
});
