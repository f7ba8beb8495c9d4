import { expect, type Page, test } from "@playwright/test";
import { siteDefaults } from "@/content/site";
import type { SiteContent } from "@/lib/site-content";
import { adminToken } from "../harness/announcer";
import { ownProduct } from "../harness/own-product";
import { scriptPayloads } from "../harness/payloads";
import { enterAsAdmin } from "../harness/people";
import { isThorough, sampleOf } from "../harness/runs";
import { publishParts, siteCaller } from "../harness/site";

const product = ownProduct("site-payloads");

/** True if a form would neither cut nor trim the text. */
const fits = (text: string, most: number) => text.length <= most && text.trim() === text;

const nameLength = 60;

/** A site whose every text is a script: the payloads in order, from number `first` on. */
function siteOf(first: number): SiteContent {
  let next = first;
  const script = (most: number) => {
    for (;;) {
      const text = scriptPayloads[next++ % scriptPayloads.length] ?? "";
      if (fits(text, most)) return text;
    }
  };
  const many = <Item>(count: number, make: () => Item) => Array.from({ length: count }, make);
  const titled = () => ({ title: script(100), text: script(600) });
  const { facts, story, gallery, team } = siteDefaults;
  const links = (count: number) => many(count, () => ({ label: script(60), href: "https://elsewhere.example/x" }));
  return {
    facts: {
      ...facts,
      ...{
        name: script(nameLength),
        tagline: script(120),
        description: script(400),
        street: script(120),
        city: script(80),
      },
      ...{ state: script(80), postcode: "440010", country: script(80), phone: "+91 712 555 0142" },
      ...{ workingHours: script(80), workingDays: script(80), links: links(8) },
      toBring: many(8, () => script(120)),
    },
    home: {
      statistics: many(4, () => ({ value: "{years}+", label: script(40), hidden: false })),
      advantages: many(12, titled),
    },
    about: {
      paragraphs: many(12, () => script(2000)),
      mission: script(600),
      vision: script(600),
      values: many(12, titled),
    },
    story: {
      ...{ founder: script(100), role: script(100), portrait: story.portrait, portraitAlt: script(300) },
      ...{ lead: script(400), quote: script(400), paragraphs: many(20, () => script(3000)) },
      closing: many(10, () => script(3000)),
      milestones: many(30, () => ({ year: "2024", text: script(400) })),
    },
    team: many(20, () => ({
      ...{ name: script(100), role: script(100), portrait: team[0]?.portrait ?? null, links: links(3) },
    })),
    gallery: many(15, () => ({ src: gallery[0]?.src ?? "", width: 640, height: 480, alt: script(300) })),
    courses: many(30, () => ({
      ...{ title: script(100), classes: script(60), text: script(800), timings: script(120), fees: script(120) },
    })),
    careers: {
      openings: many(20, () => ({ title: script(120), kind: script(60), text: script(800) })),
      promises: many(12, titled),
      hiring: many(12, titled),
    },
  };
}

async function expectNothingRan(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  expect([path, await page.evaluate("window.scriptsRun ?? 0")]).toEqual([path, 0]);
  // Nor has a text become an element.
  const made = "img[src=x], iframe[srcdoc], object, embed, base, math, [onerror], [onload], [onfocus], [ontoggle]";
  expect([path, await page.locator(made).count()]).toEqual([path, 0]);
  expect(new URL(page.url()).origin).toBe(product.url);
}

test("scripts in every field of the site run neither on its pages nor in previews nor in the office", async ({
  browser,
}) => {
  test.setTimeout(isThorough ? 3_600_000 : 600_000);
  const call = siteCaller(() => product.url, await adminToken(product.url));
  const hook = "window.xss = top.xss = () => { window.scriptsRun = (window.scriptsRun ?? 0) + 1; };";
  const visitor = await browser.newPage({ baseURL: product.url });
  const desk = await browser.newPage({ baseURL: product.url });
  for (const one of [visitor, desk]) {
    await one.addInitScript(hook);
    one.on("dialog", (dialog) => {
      throw new Error(`A dialog opened: ${dialog.message()}`);
    });
  }
  await enterAsAdmin(desk);
  // Each round puts other scripts into the single fields, and all of them into the lists. A round that began with a script
  // too long for the name would equal the next one.
  const rounds = [...scriptPayloads.entries()].filter(([, text]) => fits(text, nameLength));
  for (const [first] of sampleOf(rounds, 66)) {
    const site = siteOf(first);
    const parts = Object.entries(site).map(([section, value]) => ({ section, value }));
    await publishParts(call, parts as Parameters<typeof publishParts>[1]);
    await expect
      .poll(async () => (await visitor.request.get("/api/calendar/class-7.ics")).text())
      .toContain(site.facts.name.slice(0, 12).replaceAll(";", "\\;").replaceAll(",", "\\,"));
    for (const path of ["/", "/about", "/services", "/story", "/blog", "/careers", "/contact", "/privacy", "/login"])
      await expectNothingRan(visitor, path);
    const data = await visitor.request.get("/").then((answer) => answer.text());
    const found = /<script type="application\/ld\+json">([^<]*)<\/script>/.exec(data)?.[1] ?? "{}";
    expect((JSON.parse(found) as { name?: string }).name).toBe(site.facts.name);
    for (const path of ["/preview", "/preview/services", "/admin/institute", "/admin/institute/courses"])
      await expectNothingRan(desk, path);
  }
  await visitor.close();
  await desk.close();
});
