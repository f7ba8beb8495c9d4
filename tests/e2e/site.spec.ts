import { type APIRequestContext, expect } from "@playwright/test";
import { institute, yearAt } from "@/content/institute";
import { hasTarget } from "@/lib/links";
import { expectAccessible, expectAccessibleInBothSchemes } from "../setup/axe";
import { test } from "../setup/fixtures";
import { expectNoSidewaysScroll, open } from "../setup/screen";

const listed = ["/", "/about", "/services", "/study-materials", "/contact", "/story", "/blog", "/show-schedule"];
const paths = [...listed, "/login", "/signup", "/careers", "/privacy", "/terms"];
const phone = { width: 360, height: 740 };

async function headOf(request: APIRequestContext, path: string) {
  const html = await (await request.get(path)).text();
  const title = /<title>([^<]+)<\/title>/.exec(html)?.[1] ?? "";
  const description = /<meta name="description" content="([^"]+)"/.exec(html)?.[1] ?? "";
  return { title, description };
}

for (const path of paths) {
  test(`${path} has one heading of the first rank, no fault that axe knows, and fits the screen`, async ({ page }) => {
    const answer = await page.goto(path);
    expect(answer?.status()).toBe(200);
    await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
    await expect(page.getByRole("main")).toHaveCount(1);
    await expectAccessibleInBothSchemes(page);
    await expectNoSidewaysScroll(page);
  });
}

test("each page has a title and a description of its own", async ({ request }) => {
  const heads = await Promise.all(paths.map((path) => headOf(request, path)));
  expect(heads.filter(({ title, description }) => title === "" || description === "")).toEqual([]);
  expect(new Set(heads.map(({ title }) => title)).size).toBe(paths.length);
  expect(new Set(heads.map(({ description }) => description)).size).toBe(paths.length);
});

test("nothing is cut off at a zoom of 400 %, and nothing is lost on a large screen", async ({ page }) => {
  for (const viewport of [
    { width: 320, height: 256 },
    { width: 1920, height: 1080 },
  ]) {
    await page.setViewportSize(viewport);
    for (const path of paths) {
      await page.goto(path);
      await expectNoSidewaysScroll(page);
    }
  }
});

test("every link of the footer leads to a page that exists", async ({ page, request }) => {
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

test("the home page leads to its four places", async ({ page }) => {
  const ways = [
    ["Notification", "/show-schedule"],
    ["Explore Courses", "/services"],
    ["Apply for Admission", "/services"],
    ["Learn More", "/about"],
    ["View Study Materials", "/study-materials"],
  ] as const;
  for (const [name, target] of ways) {
    await page.goto("/");
    await page.getByRole("main").getByRole("link", { name }).click();
    await page.waitForURL((url) => url.pathname === target);
  }
});

test("the home page tells the claims, the advantages and the team", async ({ page }) => {
  await page.goto("/");
  const main = page.getByRole("main");
  const claims = [
    "95%success rate",
    "500+students",
    `${yearAt(new Date()) - institute.founded}+years`,
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

test("no link is drawn that leads nowhere", async ({ page }) => {
  for (const path of ["/", "/about", "/services", "/contact", "/story", "/blog", "/careers"]) {
    await page.goto(path);
    const hrefs = await page.locator("a").evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""));
    expect(hrefs.length, path).toBeGreaterThan(5);
    // The institute's own addresses are facts, which it replaces together with its name.
    const own = [institute.email, institute.partnershipsEmail];
    const dead = hrefs.filter((href) => !/^#./.test(href) && !own.some((one) => href.startsWith(`mailto:${one}`)));
    expect(
      dead.filter((href) => !hasTarget(href)),
      path,
    ).toEqual([]);
  }
});

test("the about, contact and story pages say what they are for", async ({ page }) => {
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

test("an unknown page leads home, and a known one in other letters to itself", async ({ page, request }) => {
  await page.goto("/no/such/page?at=all");
  expect(new URL(page.url()).pathname).toBe("/");
  await page.goto("/Story");
  expect(new URL(page.url()).pathname).toBe("/story");
  expect((await request.get("/Story", { maxRedirects: 0 })).status()).toBe(307);
  await page.goto("/SHOW-Schedule");
  expect(new URL(page.url()).pathname).toBe("/show-schedule");
});

test("a missing asset is missing, and an unknown call gets a JSON answer that says so", async ({ request }) => {
  for (const path of ["/pictures/no-such.svg", "/no-such.png", "/_next/static/no-such.js"]) {
    expect((await request.get(path, { maxRedirects: 0 })).status(), path).toBe(404);
  }
  const answer = await request.get("/api/no/such/call", { maxRedirects: 0 });
  expect(answer.status()).toBe(404);
  expect(answer.headers()["content-type"]).toContain("application/json");
  expect(await answer.json()).toMatchObject({ code: "NOT_FOUND", message: expect.stringMatching(/./) });
});

test("the icon is also where a browser looks that was not told of one yet", async ({ request }) => {
  const icon = await request.get("/favicon.ico");
  expect(icon.status()).toBe(200);
  expect(icon.headers()["content-type"]).toContain("image/");
});

test("search engines are told what to read and where", async ({ request }) => {
  const robots = await (await request.get("/robots.txt")).text();
  for (const closed of ["/admin", "/user", "/api/"]) expect(robots).toContain(`Disallow: ${closed}`);
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

test("the navigation tells where the reader is", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto("/about");
  const navigation = page.getByRole("navigation", { name: "Main" });
  const links = navigation.getByRole("link");
  await expect(links).toHaveText(["Home", "Services", "Study Materials", "About"]);
  await expect(navigation.getByRole("link", { name: "About" })).toHaveAttribute("aria-current", "page");
  await expect(page.getByRole("banner").getByRole("link", { name: "Register" })).toHaveAttribute("href", "/login");
});

test.describe("the menu of a phone", () => {
  test.use({ viewport: phone });

  test("opens, and closes by its button, by a link, by Escape and from outside", async ({ page }) => {
    await open(page, "/about");
    const button = page.getByRole("button", { name: "Menu" });
    const menu = page.getByRole("navigation", { name: "Main" });
    await expect(menu).toHaveCount(0);
    await expect(button).toHaveAttribute("aria-expanded", "false");

    await button.click();
    await expect(menu.getByRole("link")).toHaveText(["Home", "Services", "Study Materials", "About"]);
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
