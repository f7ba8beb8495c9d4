import { expect } from "@playwright/test";
import { open } from "../harness/browser-page";
import { test } from "../harness/fixtures";
import { enterAsAdmin, newStudentIn } from "../harness/people";

const publicPages = [
  ...[
    "/",
    "/about",
    "/services",
    "/study-materials",
    "/contact",
    "/story",
    "/blog",
    "/show-schedule",
    "/notices",
    "/login",
    "/signup",
  ],
  ...["/forgot-password", "/reset-password", "/confirm-email", "/join", "/careers", "/privacy", "/terms"],
];
const personal = {
  user: ["/user", "/user/results", "/user/my-materials", "/user/notices", "/user/account", "/dashboard"],
  admin: [
    ...["/admin", "/admin/upload-materials", "/admin/add-results", "/admin/get-info", "/admin/add-schedule"],
    ...["/admin/mail", "/admin/activity", "/admin/privacy-requests", "/admin/settings", "/admin/account", "/dashboard"],
  ],
};

test("personal pages have no-store, and public pages contain nothing about their visitor", async ({
  page,
  request,
}) => {
  const student = await newStudentIn(page);
  for (const path of [...personal.user, "/api/auth/session", "/api/trpc/account.get", "/api/trpc/results.mine"]) {
    const answer = await page.request.get(path, { maxRedirects: 0 });
    expect(answer.headers()["cache-control"], path).toContain("no-store");
  }
  const results = await page.request.get(`/api/admin/results/${student.email}`);
  expect(results.headers()["cache-control"]).toContain("no-store");
  for (const path of [...publicPages, "/api/materials", "/api/notifications", "/sitemap.xml", "/robots.txt"]) {
    const answer = await (path === "/login" ? request : page.request).get(path);
    expect(answer.status(), path).toBe(200);
    const text = await answer.text();
    for (const word of [student.email, student.name]) expect(text.includes(word), `${path} tells ${word}`).toBe(false);
  }
});

test("the administrator's pages have no-store", async ({ page }) => {
  await enterAsAdmin(page);
  const calls = ["services.list", "services.inbox", "records.listEvents", "records.listMails", "account.get"];
  const paths = calls.map((call) => `/api/trpc/${call}?input=${encodeURIComponent('{"json":{}}')}`);
  for (const path of [...personal.admin, "/api/services", ...paths]) {
    const answer = await page.request.get(path, { maxRedirects: 0 });
    expect(answer.headers()["cache-control"], path).toContain("no-store");
  }
});

test("neither the browser's storage nor a request URL contains a secret after a login", async ({ page }) => {
  const addresses: string[] = [];
  page.on("request", (request) => addresses.push(request.url()));
  const student = await newStudentIn(page);
  for (const path of ["/user/results", "/user/account"]) await open(page, path);
  const stored = await page.evaluate(async () => {
    const databases = await indexedDB.databases();
    return { local: { ...localStorage }, session: { ...sessionStorage }, databases, caches: await caches.keys() };
  });
  expect(Object.keys(stored.local).sort()).toEqual(["user", "userEmail"]);
  const { session, databases, caches: cacheNames } = stored;
  expect({ session, databases, cacheNames }).toEqual({ session: {}, databases: [], cacheNames: [] });
  const { _id } = JSON.parse(String(stored.local.user));
  const secret = /eyJ[\w-]{10,}|[A-Za-z0-9_-]{32,}/;
  expect(JSON.stringify(stored).replace(_id, "")).not.toMatch(secret);
  for (const address of addresses) {
    const { search, hash } = new URL(address);
    expect(decodeURIComponent(search + hash), address).not.toMatch(secret);
    expect(address).not.toContain(student.password);
  }
  const policy = await (await page.request.get("/privacy")).text();
  for (const { name } of await page.context().cookies()) expect(policy).toContain(`>${name}</code>`);
  for (const key of Object.keys(stored.local)) expect(policy).toContain(`>${key}</code>`);
  // It only tells that there is a session.
  expect(await page.evaluate("document.cookie")).toBe("lyceum-logged-in=1");
});

test("the forms link to the terms and the privacy policy", async ({ page }) => {
  for (const path of ["/signup", "/services", "/contact"]) {
    await page.goto(path);
    for (const policy of ["/terms", "/privacy"])
      await expect(page.getByRole("main").locator(`form a[href="${policy}"]`), `${path} to ${policy}`).toHaveCount(1);
  }
});
