import { type APIRequestContext, expect, type Page } from "@playwright/test";
import { yearAt } from "@/content/institute";
import { siteDefaults } from "@/content/site";
import { hasTarget } from "@/lib/links";
import { expectAccessible, expectGoodLayout } from "../harness/axe";
import { expectNoSidewaysScroll, open } from "../harness/browser-page";
import { test } from "../harness/fixtures";

const listed = ["/", "/about", "/services", "/study-materials", "/contact", "/story", "/blog", "/show-schedule"];
const paths = [...listed, "/login", "/signup", "/careers", "/privacy", "/terms"];
const phone = { width: 360, height: 740 };

async function headOf(request: APIRequestContext, path: string) {
  const html = await (await request.get(path)).text();
  const title = /<title>([^<]+)<\/title>/.exec(html)?.[1] ?? "";
  const description = /<meta name="description" content="([^"]+)"/.exec(html)?.[1] ?? "";
  return { title, description };
}

async function expectNoPlaceholder(page: Page) {
  const hrefs = await page.locator("a").evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""));
  expect(hrefs.length).toBeGreaterThan(5);
  // The institute's own addresses are examples that it replaces together with its name.
  const own = [siteDefaults.facts.email, siteDefaults.facts.partnershipsEmail];
  const dead = hrefs.filter((href) => !/^#./.test(href) && !own.some((one) => href.startsWith(`mailto:${one}`)));
  expect(dead.filter((href) => !hasTarget(href))).toEqual([]);
}

for (const path of paths) {
  test(`${path} has one h1 and no placeholder link, passes axe, and fits phones, a zoom of 400 % and large screens`, async ({
    page,
  }) => {
    const answer = await page.goto(path);
    expect(answer?.status()).toBe(200);
    await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
    await expect(page.getByRole("main")).toHaveCount(1);
    await expectGoodLayout(page);
    await expectNoPlaceholder(page);
    // A zoom of 400 %, and a large screen.
    for (const viewport of [
      { width: 320, height: 256 },
      { width: 1920, height: 1080 },
    ]) {
      await page.setViewportSize(viewport);
      await expectNoSidewaysScroll(page);
    }
  });
}

test("Register and Menu stay on a phone’s screen with large or widely spaced letters", async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto("/");
  const header = page.getByRole("banner");
  for (const [style, value] of [
    ["letterSpacing", "0.12em"],
    ["fontSize", "200%"],
  ] as const) {
    await page.evaluate(
      ([name, given]) => {
        document.documentElement.style[name] = given;
      },
      [style, value] as const,
    );
    for (const name of ["Register", "Menu"]) {
      const box = await header.getByRole(name === "Menu" ? "button" : "link", { name }).boundingBox();
      expect((box?.x ?? 0) + (box?.width ?? 0), `${name} with ${style}`).toBeLessThanOrEqual(320);
    }
  }
});

test("each page has its own title and description", async ({ request }) => {
  const heads = await Promise.all(paths.map((path) => headOf(request, path)));
  expect(heads.filter(({ title, description }) => title === "" || description === "")).toEqual([]);
  expect(new Set(heads.map(({ title }) => title)).size).toBe(paths.length);
  expect(new Set(heads.map(({ description }) => description)).size).toBe(paths.length);
});

test("every link of the footer leads to an existing page", async ({ page, request }) => {
  await page.goto("/");
  const links = page.getByRole("contentinfo").getByRole("link");
  const inside = (await links.evaluateAll((all) => all.map((one) => one.getAttribute("href") ?? ""))).filter((href) =>
    href.startsWith("/"),
  );
  const wanted = ["/services", "/study-materials", "/about", "/careers", "/contact", "/story", "/blog", "/privacy"];
  expect(inside.map((href) => href.toLowerCase())).toEqual(expect.arrayContaining([...wanted, "/terms"]));
  for (const href of inside) {
    expect((await request.get(href, { maxRedirects: 0 })).status(), href).toBe(200);
  }
  await expect(page.getByRole("link", { name: "Success Stories" })).toHaveAttribute("href", /^\/story$/i);
});

test("the home page links to its four destinations", async ({ page }) => {
  await page.goto("/");
  const link = (name: string) => page.getByRole("main").getByRole("link", { name });
  for (const [name, target] of [
    ["Notification", "/show-schedule"],
    ["Explore Courses", "/services"],
    ["Apply for Admission", "/services"],
    ["Learn More", "/about"],
    ["View Study Materials", "/study-materials"],
  ] as const) {
    await expect(link(name)).toHaveAttribute("href", target);
  }
  await link("View Study Materials").click();
  await page.waitForURL("**/study-materials");
});

test("the home page shows the claims, the advantages and the team", async ({ page }) => {
  await page.goto("/");
  const main = page.getByRole("main");
  const claims = [
    "95%success rate",
    "500+students",
    `${yearAt(new Date()) - siteDefaults.facts.founded}+years`,
    "5+expert faculty",
    "500+hours",
    "150+projects",
  ];
  const told = (await main.locator("dl").first().innerText()).replaceAll(/\s*\n\s*/g, "");
  for (const claim of [...claims, "100+happy students", "99%satisfaction"]) {
    const [value, label] = claim.split(/(?<=[%+])/);
    expect([told.includes(claim), told.includes(`${label}${value}`)], claim).toContain(true);
  }
  await expect(main.getByRole("img", { name: /^Portrait of / })).toHaveCount(8);
});

test("the about, contact and story pages have their content", async ({ page }) => {
  await page.goto("/about");
  for (const name of ["Mission", "Vision", "Core values"]) {
    await expect(page.getByRole("heading", { name })).toBeVisible();
  }
  await page.goto("/contact");
  const main = page.getByRole("main");
  for (const text of ["Address", "Email", "Phone", "Working hours", "10:00 am to 6:00 pm", "Partnerships"]) {
    await expect(main.getByText(text).first()).toBeVisible();
  }
  await expect(main.getByRole("img", { name: /map/ })).toBeVisible();
  await page.goto("/story");
  await expect(main.getByRole("img").first()).toBeVisible();
});

test("an unknown page redirects home, and a known page in another letter case redirects to itself", async ({
  page,
  request,
}) => {
  await page.goto("/no/such/page?at=all");
  expect([new URL(page.url()).pathname, new URL(page.url()).hash]).toEqual(["/", "#unknown"]);
  await page.goto("/Story");
  expect(new URL(page.url()).pathname).toBe("/story");
  expect((await request.get("/Story", { maxRedirects: 0 })).status()).toBe(307);
  await page.goto("/SHOW-Schedule");
  expect(new URL(page.url()).pathname).toBe("/show-schedule");
});

test("a missing asset responds with 404, and an unknown API path with JSON", async ({ request }) => {
  for (const path of ["/pictures/no-such.svg", "/no-such.png", "/_next/static/no-such.js"]) {
    expect((await request.get(path, { maxRedirects: 0 })).status(), path).toBe(404);
  }
  const answer = await request.get("/api/no/such/call", { maxRedirects: 0 });
  expect(answer.status()).toBe(404);
  expect(answer.headers()["content-type"]).toContain("application/json");
  expect(await answer.json()).toMatchObject({ code: "NOT_FOUND", message: expect.stringMatching(/./) });
});

test("/favicon.ico is the icon, for browsers that request it by default", async ({ request }) => {
  const icon = await request.get("/favicon.ico");
  expect(icon.status()).toBe(200);
  expect(icon.headers()["content-type"]).toContain("image/");
});

test("search engines get robots.txt and a sitemap", async ({ request }) => {
  const robots = await (await request.get("/robots.txt")).text();
  for (const closed of ["/admin", "/user", "/api/"]) expect(robots).toContain(`Disallow: ${closed}`);
  expect(robots).toContain("Allow: /api/calendar/");
  expect(robots).toMatch(/^Sitemap: https?:\/\/.+\/sitemap\.xml$/m);

  const sitemap = await request.get("/sitemap.xml");
  expect(sitemap.headers()["content-type"]).toContain("xml");
  const found = [...(await sitemap.text()).matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url]) => new URL(url ?? ""));
  expect(found.map(({ pathname }) => pathname)).toEqual(expect.arrayContaining(listed));
  for (const { pathname } of found) {
    expect((await request.get(pathname, { maxRedirects: 0 })).status(), pathname).toBe(200);
  }
});

test("the keyboard can skip to the content", async ({ page }) => {
  await open(page, "/about");
  await page.keyboard.press("Tab");
  const skip = page.getByRole("link", { name: "Skip to content" });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main")).toBeFocused();
});

test("the navigation marks the current page", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto("/about");
  const navigation = page.getByRole("navigation", { name: "Main" });
  const links = navigation.getByRole("link");
  await expect(links).toHaveText(["Home", "Services", "Study Materials", "About"]);
  await expect(navigation.getByRole("link", { name: "About" })).toHaveAttribute("aria-current", "page");
  for (const name of ["Log in", "Register"])
    await expect(page.getByRole("banner").getByRole("link", { name })).toHaveAttribute("href", "/login");
});

test("on a phone only the first part of the privacy policy is open, on a desktop all of it", async ({ page }) => {
  const parts = page.getByRole("main").locator("details[id]");
  await page.setViewportSize({ width: 1280, height: 800 });
  await open(page, "/privacy");
  await expect(page.getByText("Most of our students are under eighteen.", { exact: false })).toBeVisible();

  await page.setViewportSize(phone);
  await open(page, "/privacy");
  await expect(parts.and(page.locator("[open]"))).toHaveCount(1);
  await expect(parts.first()).toHaveAttribute("open");
  await page.getByRole("heading", { name: "Children" }).click();
  await expect(page.getByText("Most of our students are under eighteen.", { exact: false })).toBeVisible();
  await expectGoodLayout(page);
});

test("the telephone link's name contains its visible number", async ({ page }) => {
  await page.setViewportSize(phone);
  await open(page, "/about");
  const top = page.getByRole("banner");
  await expect(top.getByRole("link", { name: /^Call us .*\d$/ })).toHaveAttribute("href", /^tel:/);
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(top.getByRole("link", { name: /^\+?\d[\d ]+$/ })).toHaveAttribute("href", /^tel:/);
});

test.describe("the menu on a phone", () => {
  test.use({ viewport: phone });

  test("the menu opens, and closes by its button, a link, Escape and a tap outside", async ({ page }) => {
    await open(page, "/about");
    const button = page.getByRole("button", { name: "Menu" });
    const menu = page.getByRole("navigation", { name: "Main" });
    await expect(menu).toHaveCount(0);
    await expect(button).toHaveAttribute("aria-expanded", "false");

    await button.click();
    const ways = ["Home", "Services", "Study Materials", "About", "Log in", "Register"];
    await expect(menu.getByRole("link")).toHaveText(ways);
    await expect(button).toHaveAttribute("aria-expanded", "true");
    await expectAccessible(page);
    await button.click();
    await expect(menu).toHaveCount(0);

    await button.click();
    await page.keyboard.press("Tab");
    await expect(menu.getByRole("link", { name: "Home" })).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(menu).toHaveCount(0);
    await expect(button).toBeFocused();

    await button.click();
    await page.getByRole("heading", { level: 1 }).click({ position: { x: 1, y: 1 }, force: true });
    await expect(menu).toHaveCount(0);

    await button.click();
    await menu.getByRole("link", { name: "Services" }).click();
    await page.waitForURL("**/services");
    await expect(menu).toHaveCount(0);
  });
});
