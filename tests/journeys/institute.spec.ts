import { expect, type Locator, type Page, test } from "@playwright/test";
import sharp from "sharp";
import { expectGoodLayout } from "../harness/axe";
import { open } from "../harness/browser-page";
import { ownProduct } from "../harness/own-product";
import { enterAsAdmin, logInAsAdmin } from "../harness/people";

// All tests share one product: published content affects the whole site.
test.describe.configure({ mode: "default" });

const product = ownProduct("institute", { more: () => ({ APP_URL: "", MAIL_FROM: "" }) });
let page: Page;

test.beforeEach(async ({ browser }) => {
  page = await product.newPage(browser);
});

test.afterEach(() => page.context().close());

const main = () => page.getByRole("main");
const saved = () => expect(page.getByText("The draft is saved.", { exact: false })).toBeVisible();
const photo = (colour: string) =>
  sharp({ create: { width: 900, height: 675, channels: 3, background: colour } })
    .withExif({ IFD0: { Artist: "Somebody at home" }, IFD3: { GPSLatitude: "21/1 8/1 0/1", GPSLatitudeRef: "N" } })
    .jpeg()
    .toBuffer();

async function choose(button: Locator, files: { name: string; mimeType: string; buffer: Buffer }[]): Promise<void> {
  // By keyboard, which works the same for every person.
  const [chooser] = await Promise.all([page.waitForEvent("filechooser"), button.press("Enter")]);
  await chooser.setFiles(files);
}

test("a new head makes the site the institute's own, and brings an earlier version back", async ({ browser }) => {
  test.setTimeout(300_000);
  const visitor = await browser.newPage({ baseURL: product.url });
  const began = Date.now();
  let clicks = 0;
  const press = async (what: Locator) => {
    clicks += 1;
    await what.click();
  };
  const button = (name: string | RegExp) => main().getByRole("button", { name, exact: true });
  const fill = async (within: Locator, label: string, text: string) => {
    clicks += 1;
    await within.getByLabel(label, { exact: true }).fill(text);
  };
  const picture = async (place: Locator, colour: string, name: string) => {
    clicks += 2;
    await choose(place.getByRole("button").first(), [
      { name: `${name}.jpg`, mimeType: "image/jpeg", buffer: await photo(colour) },
    ]);
    await expect(place.getByRole("img")).toBeVisible();
  };
  const part = async (title: string) => {
    clicks += 1;
    await page.getByRole("link", { name: `Edit ${title}` }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
  };
  const keep = async () => {
    const answer = page.waitForResponse(/institute\.save/);
    await press(button("Save draft"));
    expect((await answer).status()).toBe(200);
    await press(page.getByRole("link", { name: "The institute's site" }));
  };

  await logInAsAdmin(page);
  await press(page.getByRole("link", { name: "Site", exact: true }));
  await part("Name, address and hours");
  for (const [label, text] of [
    ["Name", "Vidya Niketan"],
    ["Motto", "Every child, every evening."],
    ["Street and number", "7 Fort Road"],
    ["City", "Pune"],
    ["Postcode", "411001"],
    ["Phone", "+91 20 5550 0199"],
    ["Email", "office@vidya.example"],
    ["Social links", "Instagram https://www.instagram.com/vidya-niketan"],
  ] as const)
    await fill(main(), label, text);
  await picture(main().getByRole("group", { name: "Logo" }), "#7a1f3d", "logo");
  await expectGoodLayout(page);
  await keep();

  await part("Team");
  const person = (place: number) => main().getByRole("group", { name: `Person ${place}`, exact: true });
  for (let place = 8; place > 2; place -= 1) await press(button(`Remove person ${place}`));
  for (const [place, name, role, colour] of [
    [1, "Anita Joshi", "Head", "#c98a5b"],
    [2, "Farhan Ali", "Mathematics", "#8a5bc9"],
  ] as const) {
    await fill(person(place), "Name", name);
    await fill(person(place), "Subject or role", role);
    await picture(person(place).getByRole("group", { name: "Portrait" }), colour, name);
  }
  await press(button("Move person 2 up"));
  await expect(person(1).getByLabel("Name")).toHaveValue("Farhan Ali");
  await expect(person(1).getByRole("img")).toHaveAttribute("src", /^\/pictures\/site\//);
  await keep();

  await part("Gallery");
  for (let place = 15; place > 0; place -= 1) await press(button(`Remove picture ${place}`));
  clicks += 2;
  await choose(button("Add pictures"), [
    { name: "yard.jpg", mimeType: "image/jpeg", buffer: await photo("#3d7a1f") },
    { name: "not-one.png", mimeType: "image/png", buffer: Buffer.from("<svg onload='alert(1)'/>") },
    { name: "lab.jpg", mimeType: "image/jpeg", buffer: await photo("#1f3d7a") },
  ]);
  await expect(main().getByText("not-one.png: This is not a PNG or JPEG picture, or it is damaged.")).toBeVisible();
  await expect(main().getByRole("group", { name: /^Picture \d$/ })).toHaveCount(2);
  await press(button("Save draft"));
  await expect(main().getByLabel("What the picture shows").first()).toBeFocused();
  await expect(main().getByText("This text is required.").first()).toBeVisible();
  const shown = (place: number) => main().getByRole("group", { name: `Picture ${place}`, exact: true });
  await fill(shown(1), "What the picture shows", "The yard after the rain.");
  await fill(shown(2), "What the picture shows", "Two students in the laboratory.");
  await expectGoodLayout(page);
  await keep();

  await part("Our story");
  await fill(main(), "Founder", "Anita Joshi");
  await picture(main().getByRole("group", { name: "Picture", exact: true }), "#c98a5b", "founder");
  await fill(main(), "What the picture shows", "Anita Joshi at the gate.");
  await keep();

  await part("Courses");
  const course = (place: number) => main().getByRole("group", { name: `Course ${place}`, exact: true });
  for (const [place, timings, fees] of [
    [1, "Monday to Friday, 3 to 5 pm", "₹1,200 a month"],
    [2, "Monday to Friday, 4 to 6 pm", "₹1,800 a month"],
  ] as const) {
    await fill(course(place), "Timings", timings);
    await fill(course(place), "Fees", fees);
  }
  await keep();

  await press(page.getByRole("link", { name: "Settings", exact: true }));
  await press(button("Add a year"));
  const asked = page.getByRole("dialog");
  await fill(asked, "First day", "2026-06-08");
  await fill(asked, "Last day", "2027-04-30");
  await press(asked.getByRole("button", { name: "Add a year" }));
  await expect(page.getByRole("region", { name: "School years" }).getByRole("listitem")).toContainText("2026-27");
  await press(page.getByRole("link", { name: "Site", exact: true }));

  // The draft appears only in the preview.
  await expect(main().getByText(/^\d+ changes not yet published$/)).toBeVisible();
  const changes = main().getByRole("region", { name: "In this draft" });
  await expect(changes.getByText("Vidya Niketan").first()).toBeVisible();
  const preview = page.frameLocator("iframe");
  await expect(preview.getByRole("heading", { level: 1 })).toHaveText("Every child, every evening.");
  await expect(preview.getByRole("img", { name: "Portrait of Anita Joshi" })).toBeAttached();
  await press(main().getByText("Mobile", { exact: true }));
  await expect(page.locator("iframe")).toHaveAttribute("width", "390");
  await expect(preview.getByRole("button", { name: "Menu" })).toBeVisible();
  clicks += 1;
  await main().getByLabel("Page", { exact: true }).selectOption({ label: "Services" });
  await expect(preview.getByText("₹1,200 a month")).toBeVisible();
  await expect(preview.getByText("switched off")).toHaveCount(0);
  const onward = preview.getByRole("contentinfo").getByRole("link", { name: "About" });
  await expect(onward).toHaveAttribute("href", "/preview/about");
  // A click leads to another preview or does nothing. It never leads to the site itself, to a login or out of the frame.
  // The messages about saved parts cover the preview for a while.
  await expect(page.locator("[data-sonner-toast]")).toHaveCount(0, { timeout: 20_000 });
  await onward.click();
  await expect(preview.getByRole("heading", { level: 1 })).toHaveText("About Vidya Niketan");
  const editor = page.url();
  for (const label of ["Instagram", "office@vidya.example"])
    await preview.getByRole("contentinfo").getByText(label, { exact: true }).click();
  await expect(preview.getByRole("heading", { level: 1 })).toHaveText("About Vidya Niketan");
  const frame = page.frames().find((one) => one !== page.mainFrame());
  expect([page.url(), frame && new URL(frame.url()).pathname]).toEqual([editor, "/preview/about"]);
  expect(page.context().pages()).toHaveLength(1);
  await main().getByLabel("Page", { exact: true }).selectOption({ label: "About" });
  await expect(preview.getByRole("heading", { level: 1 })).toHaveText("About Vidya Niketan");
  await expectGoodLayout(page);
  for (const path of ["/", "/services", "/blog", "/story", "/contact"]) {
    await visitor.goto(path);
    expect(await visitor.content()).not.toMatch(/Vidya|Anita|Fort Road|pictures\/site/);
  }

  await press(button(/^Publish \d+ changes?$/));
  await expect(main().getByText("The published site is up to date")).toBeVisible();
  const published = Date.now();
  await expect
    .poll(async () => (await visitor.request.get("/")).text(), { intervals: [20] })
    .toContain("Every child, every evening.");
  const seenAfter = Date.now() - published;
  const seconds = Math.round((Date.now() - began) / 1000);
  console.log(
    `A new head: ${clicks} clicks and fields, ${seconds} s of the machine; seen ${seenAfter} ms after the answer.`,
  );
  expect(seenAfter).toBeLessThan(2_000);

  await visitor.goto("/");
  await expect(visitor.getByText("Admissions open for 2026-27")).toBeVisible();
  await expect(visitor).toHaveTitle("Vidya Niketan: Every child, every evening.");
  const logo = visitor.getByRole("banner").getByRole("link", { name: "Vidya Niketan, home" }).locator("img");
  await expect.poll(() => logo.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBeGreaterThan(0);
  const head = (selector: string, attribute: string) => visitor.locator(selector).first().getAttribute(attribute);
  const social = new URL((await head("meta[property='og:image']", "content")) ?? "");
  const drawn = await visitor.request.get(social.pathname);
  expect([drawn.status(), drawn.headers()["content-type"]]).toEqual([200, "image/png"]);
  expect(await head("link[rel=icon]", "href")).toMatch(/^\/pictures\/site\/[0-9a-f]{32}\/icon\.png$/);
  const data = JSON.parse((await visitor.locator("script[type='application/ld+json']").textContent()) ?? "");
  expect(data).toMatchObject({
    ...{ "@type": "EducationalOrganization", name: "Vidya Niketan", telephone: "+91 20 5550 0199" },
    address: { streetAddress: "7 Fort Road", addressLocality: "Pune", postalCode: "411001" },
    sameAs: ["https://www.instagram.com/vidya-niketan"],
  });
  await expectGoodLayout(visitor);
  await visitor.goto("/blog");
  const tiles = visitor.getByRole("main").getByRole("list").getByRole("img");
  await expect(tiles).toHaveCount(2);
  const tile = await tiles.first().getAttribute("src");
  const sent = await visitor.request.get(tile ?? "");
  expect(sent.headers()["cache-control"]).toBe("public, max-age=31536000, immutable");
  expect((await sharp(await sent.body()).metadata()).exif).toBeUndefined();
  await expectGoodLayout(visitor);

  await part("Name, address and hours");
  await fill(main(), "Name", "Another School");
  await keep();
  await press(button(/^Publish \d+ changes?$/));
  await expect.poll(async () => (await visitor.request.get("/about")).text()).toContain("Another School");
  await press(button("Bring back").first());
  await expect(main().getByText("1 change not yet published")).toBeVisible();
  await press(button(/^Publish \d+ changes?$/));
  await expect.poll(async () => (await visitor.request.get("/about")).text()).not.toContain("Another School");
  await visitor.close();
});

test("only administrators see a draft: it is in no cache, sitemap, social picture or API response", async ({
  browser,
}) => {
  const visitor = await browser.newContext({ baseURL: product.url });
  await enterAsAdmin(page);
  await open(page, "/admin/institute/facts");
  await main().getByLabel("Name", { exact: true }).fill("Hidden School");
  await choose(main().getByRole("group", { name: "Logo" }).getByRole("button").first(), [
    {
      name: "new.png",
      mimeType: "image/png",
      buffer: await sharp(await photo("#00aa55"))
        .png()
        .toBuffer(),
    },
  ]);
  const small = main().getByRole("img", { name: "Logo as it is in the draft" });
  // Saving waits for the picture to arrive.
  await page.getByRole("button", { name: "Save draft" }).click();
  await saved();
  const src = (await small.getAttribute("src")) ?? "";

  const html = { headers: { accept: "text/html" }, maxRedirects: 0 };
  for (const path of ["/preview", "/preview/about", "/preview/services"]) {
    const own = await page.request.get(path, html);
    expect([path, own.status(), own.headers()["cache-control"]]).toEqual([path, 200, "no-store"]);
    expect(own.headers()["content-security-policy"]).toContain("frame-ancestors 'self'");
    const text = await own.text();
    expect(text).toContain("Hidden School");
    expect(text).not.toContain("<script");
    const strange = await visitor.request.get(path, html);
    expect([strange.status(), strange.headers().location]).toEqual([307, "/#unknown"]);
  }
  const asDraft = { ...html, headers: { ...html.headers, "x-site-draft": "1" } };
  for (const path of ["/", "/about", "/login", "/notices", "/sitemap.xml", "/robots.txt", "/api/openapi.json"]) {
    for (const asked of [html, asDraft]) {
      const answer = await visitor.request.get(path, asked);
      expect(await answer.text(), path).not.toContain("Hidden School");
    }
  }
  const [mine, theirs] = [await page.request.get(src), await visitor.request.get(src)];
  expect([mine.status(), mine.headers()["cache-control"], theirs.status()]).toEqual([200, "no-store", 404]);
  await visitor.close();
});

test("an unknown address leads to the home page, where a line says so even without scripts", async ({ browser }) => {
  const reader = await product.newPage(browser, { javaScriptEnabled: false });
  await reader.goto("/");
  const line = reader.getByText("The page that you asked for does not exist. This is the home page.");
  await expect(line).toBeHidden();
  await reader.goto("/no/such/page");
  expect(new URL(reader.url()).hash).toBe("#unknown");
  await expect(line).toBeVisible();
  await reader.context().close();
  await open(page, "/no-such-page");
  await expect(page.getByText("The page that you asked for does not exist.", { exact: false })).toBeVisible();
  await expectGoodLayout(page);
});
