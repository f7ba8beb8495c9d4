import { beforeAll, describe, expect, it } from "vitest";
import { createStaff, usualPassword } from "../factories";
import { resetDatabase } from "../harness/database";
import { matrix } from "../harness/rooms";
import { openDoor } from "./rest-client";

const { ask } = await openDoor();
let email: string;

beforeAll(async () => {
  await resetDatabase();
  ({ email } = await createStaff({ role: "administrator" }));
});

type Answer = { token: string; expiresAt: string; user: { role: string; email: string } };

async function login(path: string, json: object): Promise<Answer> {
  const answer = await ask("POST", path, { json });
  expect(answer.status).toBe(200);
  return (await answer.json()) as Answer;
}

const onSide = (role: "user" | "admin") =>
  login("/api/auth/login", { identifier: email, password: usualPassword, role });
const ofStudents = () => login("/api/student/login", { email, password: usualPassword });

/** The calls of the office; the rows that they name need not exist. */
const office = Object.entries(matrix)
  .filter(([, { userB }]) => userB === 403)
  .map(([call]) => call.split(" ") as [method: string, path: string]);
const sent = (method: string) => (method === "GET" || method === "DELETE" ? {} : { json: {} });

describe("a bearer token carries the side of its login", () => {
  it("the answer names the side, and a token of the office lasts 12 hours", async () => {
    const { user, expiresAt } = await onSide("admin");
    expect(user).toMatchObject({ role: "admin", email });
    expect(Math.round((Date.parse(expiresAt) - Date.now()) / 3_600_000)).toBe(12);
    expect((await onSide("user")).user.role).toBe("user");
    expect((await ofStudents()).user.role).toBe("user");
  });

  it("no token of the user side reaches the office, even an administrator's; one of the admin side does", async () => {
    expect(office.length).toBeGreaterThan(10);
    const [inside, outside, other] = [await onSide("admin"), await onSide("user"), await ofStudents()];
    for (const [method, declared] of office) {
      const path = declared.replaceAll(/\{\w+\}/g, "019376a0-3d5c-7a18-9b0d-2e4f6a8b0c1d");
      for (const { token } of [outside, other]) {
        const { status } = await ask(method, path, { token, ...sent(method) });
        expect(status, `${method} ${declared} on the user side`).toBe(403);
      }
      const { status } = await ask(method, path, { token: inside.token, ...sent(method) });
      expect([401, 403], `${method} ${declared} on the admin side`).not.toContain(status);
    }
    await ask("POST", "/api/auth/logout", { token: inside.token });
    expect((await ask("GET", "/api/students", { token: inside.token })).status).toBe(401);
  });

  it("a token of the office lasts no longer with `remember`", async () => {
    const asked = { identifier: email, password: usualPassword, role: "admin", remember: true };
    const { expiresAt } = await login("/api/auth/login", asked);
    expect(Date.parse(expiresAt) - Date.now()).toBeLessThanOrEqual(12 * 3_600_000);
  });
});
