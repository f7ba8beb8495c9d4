import { randomUUID } from "node:crypto";
import { expect } from "@playwright/test";
import { expectAccessible, expectAccessibleInBothSchemes } from "../harness/axe";
import { expectNoSidewaysScroll } from "../harness/browser-page";
import { test } from "../harness/fixtures";
import { administrator } from "../harness/product";

// tests/rest validates the calls against the document; these tests use the complete product.
test("an API client logs in, uses each idempotency key once and logs out, independently of website sessions", async ({
  baseURL,
}) => {
  const call = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    fetch(new URL(path, baseURL), {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
    });
  const pair = { identifier: administrator.username, password: administrator.password, role: "admin" };
  const wrong = await call("/api/auth/login", { ...pair, password: "not this one" });
  expect([wrong.status, await wrong.json()]).toMatchObject([
    401,
    { success: false, message: "Invalid admin credentials" },
  ]);

  const welcome = await call("/api/auth/login", pair);
  expect(welcome.status).toBe(200);
  expect(welcome.headers.getSetCookie()).toEqual([]);
  const { token } = (await welcome.json()) as { token: string };
  const authorization = `Bearer ${token}`;
  const key = randomUUID();
  const exam = { className: "Class 9", subject: "Program", testDate: "2031-05-01", testTime: "09:30" };
  const announce = () => call("/api/notifications", exam, { authorization, "idempotency-key": key });
  const [first, again] = [await announce(), await announce()];
  expect([first.status, again.status, again.headers.get("idempotency-replayed")]).toEqual([201, 201, "true"]);
  expect(await again.text()).toBe(await first.text());

  const other = await fetch(new URL("/api/auth/login", baseURL));
  expect([other.status, other.headers.get("allow")]).toEqual([405, "POST, OPTIONS"]);
  expect((await call("/api/auth/logout", null, { authorization })).status).toBe(204);
  expect((await announce()).status).toBe(401);
});

test("the API reference is served by the site and readable", async ({ page }) => {
  await page.goto("/api/docs");
  await expect(page.getByRole("heading", { name: /Lyceum API/ })).toBeVisible();
  await page.getByText("Accounts", { exact: true }).click();
  await expect(page.getByText("/api/student/login", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Schemas" }).click();
  await expect(page.getByRole("button", { name: "Expand all" }).first()).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessibleInBothSchemes(page);
  await page
    .getByRole("button", { name: /student\/signup/ })
    .first()
    .click();
  await page.getByRole("button", { name: "Authorize" }).click();
  await expect(page.getByRole("button", { name: "Execute" })).toBeVisible();
  await expectAccessible(page);
});
