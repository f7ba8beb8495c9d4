import { expect } from "@playwright/test";
import { expectAccessible } from "../harness/axe";
import { cut, hold, open } from "../harness/browser-page";
import { test } from "../harness/fixtures";
import { enterAsAdmin, newStudentIn } from "../harness/people";

const asked = (path: string) => new RegExp(`${path}\\?_rsc=|${path}$`);

for (const { path, link, title, status, places } of [
  {
    path: "/study-materials",
    link: "Study Materials",
    title: "Study Materials",
    status: "Loading study materials",
    places: 6,
  },
  {
    path: "/show-schedule",
    link: "Notification",
    title: "All Test Schedules",
    status: "Loading schedules...",
    places: 3,
  },
]) {
  test(`a slow navigation to ${path} shows its skeleton, then the page`, async ({ page }) => {
    await open(page, "/");
    const release = await hold(page, asked(path));
    await page.getByRole("link", { name: link, exact: true }).first().click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
    const skeleton = page
      .getByRole("status")
      .filter({ hasText: status })
      .or(page.getByRole("status", { name: status }));
    await expect(skeleton).toBeVisible();
    await expect(page.locator(".animate-breathe").first()).toBeVisible();
    await expect(page.locator("main [class*=bg-surface]:has(.animate-breathe)")).toHaveCount(places);
    await expectAccessible(page);
    expect(await page.evaluate("scrollY")).toBe(0);
    release();
    await page.waitForURL((url) => url.pathname === path);
    await expect(skeleton).toHaveCount(0);
    await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
  });

  test(`the first HTML of ${path} contains the page and no skeleton`, async ({ request }) => {
    const html = await (await request.get(path, { headers: { accept: "text/html" } })).text();
    expect(html).toContain(`>${title}</h1>`);
    expect(html).not.toContain("animate-breathe");
    expect(html).not.toContain("<!--$?-->");
  });
}

test("a slow navigation to the results announces that they are loading", { tag: "@long" }, async ({ page }) => {
  const student = await newStudentIn(page);
  await open(page, "/user/my-materials");
  const release = await hold(page, asked("/user/results"));
  await page.getByRole("link", { name: "Results" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Loading Your Results" })).toBeVisible();
  release();
  await expect(page.getByRole("heading", { name: `Welcome, ${student.name}!` })).toBeVisible();
});

test("on a stalled connection, the first click shows a skeleton within a second", async ({ page }) => {
  await open(page, "/about");
  await page.evaluate(() => {
    addEventListener("click", () => Object.assign(window, { clickedAt: performance.now() }), { capture: true });
    new MutationObserver((_, observer) => {
      if (!document.querySelector("main .animate-breathe")) return;
      observer.disconnect();
      Object.assign(window, { shownAt: performance.now() });
    }).observe(document, { childList: true, subtree: true });
  });
  const release = await hold(page, /_rsc=|\/_next\/static\/|\/study-materials$/);
  // A finger, unlike a pointer, gives no sign before it touches, so nothing is prefetched.
  await page
    .getByRole("navigation", { name: "Main" })
    .getByRole("link", { name: "Study Materials" })
    .dispatchEvent("click");
  await expect(page.getByRole("status", { name: "Loading..." })).toBeVisible();
  expect(await page.evaluate("shownAt - clickedAt")).toBeLessThan(1_000);
  release();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Study Materials");
});

test("a slow navigation to a list of the office shows placeholder rows", { tag: "@long" }, async ({ page }) => {
  await enterAsAdmin(page);
  await open(page, "/admin/upload-materials");
  const release = await hold(page, asked("/admin/get-info"));
  await page.getByRole("link", { name: "Student Submissions" }).click();
  await expect(page.getByRole("status", { name: "Loading Student Submissions" })).toBeVisible();
  release();
  await page.waitForURL("**/admin/get-info");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Student Submissions");
});

test.describe("failed page", () => {
  test.use({ expectedErrors: [/net::ERR_FAILED|ChunkLoadError|Failed to load chunk/] });

  test("a page that fails shows our error page, and its button retries", async ({ page }) => {
    await open(page, "/about");
    const mend = await cut(page, /\/_next\/static\/chunks\//);
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Study Materials" }).click();
    await expect(page.getByRole("main").getByRole("alert")).toContainText("This page cannot be shown right now");
    await expect(page.getByRole("banner")).toBeVisible();
    await expect(page.getByRole("link", { name: "Go to the home page" })).toHaveAttribute("href", "/");
    await expectAccessible(page);
    await mend();
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Study Materials");
  });
});

test("forced colours show the current link and the chosen option", async ({ page }) => {
  await page.emulateMedia({ forcedColors: "active" });
  await open(page, "/about");
  const groundOf = (element: Element) => getComputedStyle(element).backgroundColor;
  const link = (name: string) => page.getByRole("navigation", { name: "Main" }).getByRole("link", { name });
  expect(await link("About").evaluate(groundOf)).not.toBe(await link("Home").evaluate(groundOf));
  await open(page, "/login");
  const option = (of: string) => page.locator("fieldset label").and(page.locator(of)).first();
  expect(await option(":has(:checked)").evaluate(groundOf)).not.toBe(
    await option(":not(:has(:checked))").evaluate(groundOf),
  );
});

test.describe("without a connection", () => {
  test.use({ expectedErrors: [/net::ERR_INTERNET_DISCONNECTED|Failed to fetch/] });

  test("a pressed link leaves the page and what was typed on it, unless the server answers all the same", async ({
    page,
    context,
  }) => {
    await newStudentIn(page);
    await open(page, "/user/account");
    const name = page.getByLabel("Full Name");
    await name.click();
    await name.fill("Asha Verma");
    await expect(page.getByRole("region", { name: /^Notifications/ })).toBeAttached();
    await context.setOffline(true);
    const link = page.getByRole("link", { name: "Results" });
    await link.click();
    await expect(page.getByText("There is no connection, so this page stays open.")).toBeVisible();
    await expect(page).toHaveURL(/\/user\/account$/);
    await expect(name).toHaveValue("Asha Verma");

    await context.setOffline(false);
    await page.evaluate(() => Object.defineProperty(navigator, "onLine", { value: false }));
    await link.click();
    await page.waitForURL("**/user/results");
  });
});
