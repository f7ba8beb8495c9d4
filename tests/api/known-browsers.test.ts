import { generateSync } from "otplib";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { createCaller } from "@/features";
import { deviceCookie } from "@/http/session";
import { deviceIn, deviceMark } from "@/server/auth/device-cookie";
import { db } from "@/server/db/client";
import { codeOf, createStaff, createStudent, principalFor, tokenFor, usualPassword } from "../factories";
import { resetDatabase } from "../harness/database";
import { statementsOf } from "../harness/statements";

let asha: string;

beforeEach(async () => {
  vi.useRealTimers();
  await resetDatabase();
  asha = (await createStudent({ email })).id;
});

const email = "asha@example.org";
const next = "a new green hill";
const from = (address: string, device: string) => createCaller({ principal: null, address, device }).auth;
const logIn = (address: string, device: string, password = "not hers") =>
  codeOf(from(address, device).login({ identifier: email, password, role: "user" }));
const isKnown = async (mark: string | undefined, side: "user" | "admin", id: string) =>
  (await deviceIn(mark, side, id)) !== undefined;

describe("a known browser", () => {
  it("shares six resets in half an hour with all the person's other browsers, since each login leaves a mark", async () => {
    const ask = async () => codeOf(from("10.0.0.1", await deviceMark("user", asha)).requestReset({ email }));
    for (let time = 0; time < 6; time += 1) expect(await ask()).toBe("ok");
    expect(await ask()).toBe("TOO_MANY_REQUESTS");
  });

  it("is a stranger after a new password: a person who knew the old one has no more tries than anybody", async () => {
    const marks = await Promise.all(Array.from({ length: 6 }, () => deviceMark("user", asha)));
    const principal = await principalFor(await tokenFor(await db().user.findUniqueOrThrow({ where: { id: asha } })));
    await createCaller({ principal }).account.changePassword({ current: usualPassword, next });
    for (let time = 0; time < 20; time += 1)
      expect(await logIn(`10.0.0.${time % 5}`, marks[time % 5] ?? "")).toBe("UNAUTHORIZED");
    for (const mark of marks) expect(await logIn("10.0.0.9", mark, next)).toBe("TOO_MANY_REQUESTS");
    expect(await logIn("10.0.0.9", await deviceMark("user", asha), next)).toBe("ok");
  });

  it("gets a new mark when the person changes the password or the two-step login there, and only there", async () => {
    const { user, token } = await createStaff({ role: "office" });
    const headers = new Headers({ cookie: `lyceum-device=${await deviceMark("admin", user.id)}` });
    const elsewhere = await deviceMark("admin", user.id);
    let cookie = "";
    const recognise = async (person: Parameters<typeof deviceCookie>[0]) => {
      cookie = await deviceCookie(person, headers);
    };
    const { account } = createCaller({ principal: await principalFor(token), recognise });
    const expectNewMark = async () => {
      expect(await isKnown(/^lyceum-device=([^;]+)/.exec(cookie)?.[1], "admin", user.id)).toBe(true);
      cookie = "";
    };
    await account.changePassword({ current: usualPassword, next });
    await expectNewMark();
    expect(await isKnown(elsewhere, "admin", user.id)).toBe(false);
    const before = await deviceMark("admin", user.id);
    const { secret } = await account.beginCodes({ password: next });
    expect(await isKnown(before, "admin", user.id)).toBe(true);
    await account.confirmCodes({ code: generateSync({ secret }) });
    await expectNewMark();
    expect(await isKnown(before, "admin", user.id)).toBe(false);
    await account.endCodes({ password: next });
    await expectNewMark();
  });

  it("keeps its mark for the admin side when the same person logs in on the user side", async () => {
    const { user } = await createStaff({ role: "office" });
    const known = await deviceMark("admin", user.id);
    const cookieAfter = async (id: string, mark: string) => {
      const headers = new Headers({ cookie: `lyceum-device=${mark}` });
      return /=([^;]+)/.exec(await deviceCookie({ role: "user", userId: id }, headers))?.[1];
    };
    expect(await cookieAfter(user.id, known)).toBe(known);
    expect(await cookieAfter(asha, known)).not.toBe(known);
    const ofUserSide = await deviceMark("user", user.id);
    expect(await cookieAfter(user.id, ofUserSide)).not.toBe(ofUserSide);
  });

  it("causes the same database work whether or not there is an account", async () => {
    const mark = await deviceMark("user", (await createStudent()).id);
    await logIn("10.1.1.1", mark);
    const workOf = async (identifier: string, address: string) =>
      (await statementsOf(() => codeOf(from(address, mark).login({ identifier, password: "not hers", role: "user" }))))
        .statements.length;
    expect(await workOf("nobody@example.org", "10.0.0.1")).toBe(await workOf(email, "10.0.0.2"));
  });
});

describe("the device cookie", () => {
  it("the device cookie identifies the browser to the user who logged in with it", async () => {
    const mark = await deviceMark("user", asha);
    expect(await deviceIn(mark, "user", asha)).toBe(mark.split(".")[0]);
    expect(await deviceIn(await deviceMark("user", asha), "user", asha)).not.toBe(mark.split(".")[0]);
    expect(mark).toMatch(/^[\w-]+\.[\w-]+$/);
  });

  it("a mark of the user side does not work on the admin side, but one of the admin side works on both", async () => {
    expect(await isKnown(await deviceMark("user", asha), "admin", asha)).toBe(false);
    const mark = await deviceMark("admin", asha);
    for (const side of ["admin", "user"] as const) expect(await deviceIn(mark, side, asha)).toBe(mark.split(".")[0]);
  });

  it("the device cookie is invalid for another user, and for nobody", async () => {
    const mark = await deviceMark("user", (await createStudent({ name: "Bilal Khan" })).id);
    expect(await isKnown(mark, "user", asha)).toBe(false);
    expect(await deviceIn(mark, "user", undefined)).toBeUndefined();
  });

  it.each<[string, (mark: string, other: string) => string | undefined]>([
    ["a missing cookie", () => undefined],
    ["an empty cookie", () => ""],
    ["a single dot", () => "."],
    ["a cookie without signature", (mark) => mark.split(".")[0]],
    ["a cookie with an empty signature", (mark) => `${mark.split(".")[0]}.`],
    ["a truncated cookie", (mark) => mark.slice(0, -1)],
    ["an extended cookie", (mark) => `${mark}A`],
    ["a cookie with the id of another browser", (mark, other) => `${other.split(".")[0]}.${mark.split(".")[1]}`],
    ["a cookie with a changed character", (mark) => (mark.startsWith("A") ? "B" : "A") + mark.slice(1)],
    ["a cookie with a non-ASCII character", (mark) => `${mark.slice(0, -1)}é`],
    ["a cookie of 100,000 characters", () => "x".repeat(100_000)],
  ])("%s is invalid", async (_what, change) => {
    const [mark, other] = [await deviceMark("user", asha), await deviceMark("user", asha)];
    expect(await isKnown(change(mark, other), "user", asha)).toBe(false);
  });

  it("the device cookie is invalid after a change of secret", async () => {
    const mark = await deviceMark("user", asha);
    const shared = globalThis as typeof globalThis & { lyceumSecret?: string };
    const secret = shared.lyceumSecret;
    shared.lyceumSecret = "another secret that only this test file knows";
    expect(await isKnown(mark, "user", asha)).toBe(false);
    shared.lyceumSecret = secret;
    expect(await isKnown(mark, "user", asha)).toBe(true);
  });
});
