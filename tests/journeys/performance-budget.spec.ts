import { test as base, expect } from "@playwright/test";
import budget from "../../bench/budget.json" with { type: "json" };
import { type Institute, openInstitute } from "../../bench/institute";
import { password } from "../../bench/seed";
import { visit } from "../../bench/visit";
import { expectNoSidewaysScroll, hold } from "../harness/browser-page";

const scripts = /\/_next\/static\/.*\.js$/;
let institute: Institute | undefined;

const test = base.extend({ baseURL: ({ baseURL }, use) => use(institute?.url ?? baseURL) });

test.describe.configure({ mode: "default" });
test.use({ viewport: { width: 360, height: 740 } });

test.beforeAll(async () => {
  test.setTimeout(120_000);
  institute = await openInstitute("test-results/phone.log");
});

test.afterAll(() => institute?.stop());

/** The student's cookies for a browser context. */
function cookies() {
  const { cookie = "", url = "" } = institute ?? {};
  return cookie.split("; ").map((pair) => {
    const at = pair.indexOf("=");
    return { name: pair.slice(0, at), value: pair.slice(at + 1), url };
  });
}

for (const [path, limits] of Object.entries(budget.pages)) {
  test(`${path} meets its budget of script, requests and bytes`, async ({ context, baseURL }) => {
    if (path.startsWith("/user")) await context.addCookies(cookies());
    const first = await visit(context, `${baseURL}${path}`);
    const second = await visit(context, `${baseURL}${path}`);
    const found = { ...first, second: second.bytes };
    expect(found.script, JSON.stringify(found)).toBeGreaterThan(50_000);
    expect(found.script, JSON.stringify(found)).toBeLessThanOrEqual(limits.script);
    expect(found.requests, JSON.stringify(found)).toBeLessThanOrEqual(limits.requests);
    expect(found.bytes, JSON.stringify(found)).toBeLessThanOrEqual(limits.first);
    expect(found.second, JSON.stringify(found)).toBeLessThanOrEqual(limits.second);
  });
}

test("every script has the explicit compile hint", async ({ page }) => {
  const bodies: Promise<string>[] = [];
  page.on("response", (answer) => {
    if (scripts.test(answer.url())) bodies.push(answer.text());
  });
  await page.goto("/study-materials");
  await page.waitForLoadState("networkidle");
  await expect.poll(() => bodies.length).toBeGreaterThan(5);
  for (const body of await Promise.all(bodies)) expect(body).toMatch(/^\/\/# allFunctionsCalledOnLoad\n/);
});

test("a search typed before hydration is carried out", async ({ page }) => {
  const release = await hold(page, scripts);
  await page.goto("/study-materials", { waitUntil: "commit" });
  const search = page.getByRole("searchbox", { name: "Search by material name or subject" });
  await search.fill("Optics");
  release();
  await expect(page.getByRole("status").filter({ hasText: 'matching "Optics"' })).toBeVisible();
  await expect(search).toHaveValue("Optics");
  expect(new URL(page.url()).searchParams.get("q")).toBe("Optics");
});

test("a login sent before hydration succeeds after it", async ({ page }) => {
  const release = await hold(page, scripts);
  await page.goto("/login", { waitUntil: "commit" });
  await page.getByLabel("Email Address").fill("student1@school.example");
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByLabel("Email Address")).toHaveValue("student1@school.example");
  await expect(page.getByRole("button", { name: "Sign in" })).toHaveAttribute("aria-busy", "true");
  release();
  await page.waitForURL(/\/$/);
  await expect(page.getByRole("button", { name: "Dashboard" }).or(page.getByText("Student 1"))).toBeVisible();
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("every public page shows its content without JavaScript", async ({ page }) => {
    const pages = ["/", "/about", "/services", "/contact", "/story", "/blog", "/careers", "/privacy", "/terms"];
    for (const path of [...pages, "/show-schedule", "/study-materials"]) {
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1 }), path).toBeVisible();
      expect((await page.getByRole("main").innerText()).length, path).toBeGreaterThan(200);
    }
    await expect(page.getByRole("main").getByRole("listitem")).toHaveCount(24);
    await page.goto("/show-schedule");
    await expect(page.getByRole("heading", { name: "Upcoming tests" })).toBeVisible();
    await expect(page.getByRole("main").getByRole("listitem").first()).toBeVisible();
  });

  test("on a phone, the header shows the menu's links without JavaScript", async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto("/");
    await expect(page.getByRole("button", { name: "Menu" })).toBeHidden();
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Study Materials" }).click();
    await expect(page).toHaveURL(/\/study-materials$/);
    await expectNoSidewaysScroll(page);
  });

  test("the materials can be filtered by text, subject and class, and paged, without JavaScript", async ({ page }) => {
    const cards = page.getByRole("main").getByRole("listitem");
    await page.goto("/study-materials");
    await expect(page.getByText("Showing 1000 resource(s)")).toBeVisible();
    await page.getByPlaceholder("Search materials...").fill("physics");
    await page.getByLabel("Class", { exact: true }).selectOption("Class 2");
    await page.getByRole("button", { name: "Search" }).click();
    await expect(page).toHaveURL(/\?q=physics&className=2$/);
    await expect(page.getByText(/^Showing \d+ resource\(s\) for Class 2 matching "physics"$/)).toBeVisible();
    await expect(page.getByPlaceholder("Search materials...")).toHaveValue("physics");
    await expect(cards).toHaveCount(24);
    await expect(cards.filter({ hasText: "Class 2" }).filter({ hasText: "Physics" })).toHaveCount(24);

    const seen = new Set(await cards.getByRole("heading").allInnerTexts());
    const more = /^Show (\d+ )?more$/;
    await expect(page.getByRole("button", { name: more })).toBeHidden();
    await page.getByRole("link", { name: more }).click();
    await expect(page.getByText(/for Class 2 matching "physics"$/)).toBeVisible();
    const next = await cards.getByRole("heading").allInnerTexts();
    expect(next.length).toBeGreaterThan(0);
    expect(next.filter((name) => seen.has(name))).toEqual([]);
    await page.getByRole("link", { name: "Back to the first page" }).click();
    expect(new Set(await cards.getByRole("heading").allInnerTexts())).toEqual(seen);

    await page.goto("/study-materials?q=Optics%2C+sheet");
    await expect(cards.filter({ hasText: "Optics, sheet" })).toHaveCount(24);
    await page.goto("/study-materials?cursor=nonsense");
    await expect(cards).toHaveCount(24);
  });

  test("the schedules can be filtered by class without JavaScript", async ({ page }) => {
    await page.goto("/show-schedule");
    await page.getByLabel("Class", { exact: true }).selectOption("Class 3");
    await page.getByRole("button", { name: "Show", exact: true }).click();
    await expect(page).toHaveURL(/\?className=3$/);
    const cards = page.getByRole("main").getByRole("listitem");
    await expect(cards.first()).toContainText("Class 3");
    expect(await cards.filter({ hasNotText: "Class 3" }).count()).toBe(0);
  });

  test("forms that need JavaScript say so and offer an alternative", async ({ page }) => {
    const forms = ["/services", "/contact", "/login", "/signup", "/verify/unknown"];
    for (const path of [...forms, "/unsubscribe#token=x", "/confirm-email#token=x", "/admission#token=x"]) {
      await page.goto(path);
      // Playwright's locators ignore <noscript>, but textContent includes it.
      const note = page.locator("main noscript [role=status]");
      await expect(note, path).toBeVisible();
      await expect(note, path).toContainText("This form needs JavaScript");
    }
  });
});
