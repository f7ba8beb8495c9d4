import { generateSync } from "otplib";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { createCaller } from "@/api/root";
import { endAdminCodes } from "@/features/auth/mutations-admin";
import { db } from "@/server/db";
import { prepareJobs } from "@/server/jobs";
import { openSecret } from "@/server/secret";
import { appErrorOf } from "@/server/trpc";
import { admin, callerOf, principalFor, refusalOf, tokenFor, usualPassword } from "../factories";
import { resetDatabase } from "../setup/database";

vi.stubEnv("NEXTAUTH_SECRET", "a secret of thirty-two characters or more");
await openSecret();

beforeAll(prepareJobs);
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
    (error: unknown) => appErrorOf(error).message,
  );

const missing = "Please enter the code from your authenticator app.";
const wrong = "This code is wrong or has already been used. Please try the next one.";
const tooMany = "There were too many tries. Please try again in 15 minutes.";

/** Moves the clock, so that the next code is another one. */
const later = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000);
const codeOf = (secret: string, seconds = 0) =>
  generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + seconds });

/** An administrator whose logins ask for codes. */
async function coded() {
  const user = await admin();
  const token = await tokenFor(user);
  const { auth } = await callerOf(token);
  const { secret } = await auth.beginCodes({ password });
  const { recoveryCodes } = await auth.confirmCodes({ code: codeOf(secret) });
  later(60);
  return { user, token, auth, secret, recoveryCodes };
}

describe("the two-step login", () => {
  it("is off until a code of the app was right", async () => {
    const { auth } = await callerOf(await tokenFor(await admin()));
    expect((await refusalOf(auth.beginCodes({ password: "not this one" }))).code).toBe("BAD_REQUEST");
    await auth.beginCodes({ password });
    const { secret, uri, qr } = await auth.beginCodes({ password });
    expect(uri).toBe(`otpauth://totp/Lyceum:admin?secret=${secret}&issuer=Lyceum`);
    expect(qr.path).toMatch(/^(M\d+ \d+h1v1h-1z)+$/);
    const bad = String((Number(codeOf(secret)) + 1) % 1_000_000).padStart(6, "0");
    expect(await refusalOf(auth.confirmCodes({ code: bad }))).toMatchObject({
      message: wrong,
      issues: [{ path: ["code"] }],
    });
    expect(await auth.account()).toMatchObject({ asksForCodes: false });
    expect(await outcomeOf(login())).toBe("ok");
    expect((await auth.confirmCodes({ code: codeOf(secret) })).recoveryCodes).toHaveLength(10);
    expect(await auth.account()).toMatchObject({ asksForCodes: true });
    expect((await refusalOf(auth.beginCodes({ password }))).code).toBe("CONFLICT");
  });

  it("asks for a code only of whoever knows the password, who else is told nothing", async () => {
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

  it("takes a code a period early or late, once, and no older one", async () => {
    const { secret } = await coded();
    expect(await outcomeOf(login(codeOf(secret, -90)))).toBe(wrong);
    expect(await outcomeOf(login(codeOf(secret, -30)))).toBe("ok");
    expect(await outcomeOf(login(codeOf(secret, -30)))).toBe(wrong);
    const next = codeOf(secret, 30);
    expect(await outcomeOf(login(`${next.slice(0, 3)} ${next.slice(3)}`))).toBe("ok");
    // What is older than the last that was right is over, too.
    expect(await outcomeOf(login(codeOf(secret)))).toBe(wrong);
  });

  it("takes one code once, however many come with it at the same time", async () => {
    const { secret, recoveryCodes } = await coded();
    for (const code of [codeOf(secret), recoveryCodes[0] ?? ""]) {
      const tries = Array.from({ length: 4 }, (_, place) => outcomeOf(login(code, `10.0.1.${place}`)));
      expect((await Promise.all(tries)).filter((outcome) => outcome === "ok")).toHaveLength(1);
    }
  });

  it("takes each recovery code once, in any spelling", async () => {
    const { recoveryCodes } = await coded();
    const [first = "", second = ""] = recoveryCodes;
    expect(first).toMatch(/^[0-9a-hjkmnp-tv-z]{4}-[0-9a-hjkmnp-tv-z]{4}-[0-9a-hjkmnp-tv-z]{4}$/);
    expect(new Set(recoveryCodes).size).toBe(10);
    expect(await outcomeOf(login(first))).toBe("ok");
    expect(await outcomeOf(login(first))).toBe(wrong);
    expect(await outcomeOf(login(` ${second.toUpperCase().replaceAll("-", " ")} `))).toBe("ok");
    expect((await db().secondFactor.findFirst())?.recoveryHashes).toHaveLength(8);
  });

  it("counts wrong codes like wrong passwords, and asking for one as well", async () => {
    const { secret } = await coded();
    expect(await outcomeOf(login())).toBe(missing);
    for (let time = 0; time < 4; time += 1) expect(await outcomeOf(login(`00000${time}`))).toBe(wrong);
    expect(await outcomeOf(login(codeOf(secret)))).toBe(tooMany);
    const refused = await db().auditEvent.findMany({ where: { action: "login-refused" }, orderBy: { id: "asc" } });
    const whys = refused.map(({ detail }) => detail);
    expect(whys).toEqual([...Array(4).fill({ why: "wrong code" }), { why: "too many tries" }]);
  });

  it("ends the other sessions when it begins, and keeps its secrets sealed", async () => {
    const user = await admin();
    const [here, there] = [await tokenFor(user), await tokenFor(user)];
    const { auth } = await callerOf(here);
    const { secret } = await auth.beginCodes({ password });
    const { recoveryCodes } = await auth.confirmCodes({ code: codeOf(secret) });
    await expect(principalFor(there)).rejects.toThrow();
    expect((await principalFor(here)).role).toBe("admin");
    const { sealedSecret, recoveryHashes } = await db().secondFactor.findFirstOrThrow();
    const kept = Buffer.concat([sealedSecret, ...recoveryHashes]).toString("latin1");
    for (const text of [secret, ...recoveryCodes, ...recoveryCodes.map((code) => code.replaceAll("-", ""))])
      expect(kept).not.toContain(text);
  });

  it("is turned off by the password, or by a command of whoever runs the server", async () => {
    const { auth, user } = await coded();
    expect((await refusalOf(auth.endCodes({ password: "not this one" }))).code).toBe("BAD_REQUEST");
    await auth.endCodes({ password });
    expect(await outcomeOf(login())).toBe("ok");
    const again = await auth.beginCodes({ password });
    await auth.confirmCodes({ code: codeOf(again.secret) });
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

  it("opens to nobody when the product has another secret", async () => {
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
