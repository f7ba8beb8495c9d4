import { expect, type Page, test } from "@playwright/test";
import { expectGoodLayout } from "../harness/axe";
import { call, read } from "../harness/browser-call";
import { cut, field, open } from "../harness/browser-page";
import { ownProduct } from "../harness/own-product";
import { enterAsAdmin } from "../harness/people";

// Both tests share one product: published content affects the whole site.
test.describe.configure({ mode: "default" });

const product = ownProduct("site-words");
let page: Page;

test.beforeEach(async ({ browser }) => {
  page = await product.newPage(browser);
  await enterAsAdmin(page);
});

test.afterEach(() => page.context().close());

test("the site's words are drafted and published, and an earlier version is brought back", async ({ browser }) => {
  test.slow();
  const visitor = await browser.newPage({ baseURL: product.url });
  const seen = (path: string, text: string) =>
    expect(async () => {
      await visitor.goto(path);
      await expect(visitor.getByText(text).first()).toBeVisible({ timeout: 500 });
    }).toPass({ timeout: 5_000 });
  await open(page, "/admin/institute");
  await expect(page.getByText("Nothing of yours is published yet")).toBeVisible();
  await expect(page.getByRole("button", { name: "Publish" })).toHaveCount(0);
  await page.getByRole("link", { name: "Edit Name, address and hours" }).click();
  await field(page, "Name").fill("");
  await page.getByRole("button", { name: "Save draft" }).click();
  await expect(page.getByText("The name is required.").first()).toBeVisible();
  await expect(field(page, "Name")).toBeFocused();
  await field(page, "Name").fill("Banyan Tree School");
  await field(page, "Social links").fill("Facebook https://www.facebook.com/banyan-tree");
  await page.getByRole("button", { name: "Save draft" }).click();
  await expect(page.getByText("The draft is saved.", { exact: false }).first()).toBeVisible();

  await page.getByRole("link", { name: "The institute's site" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("The institute's site");
  await page.waitForURL("**/admin/institute");
  await page.goBack();
  await expect(field(page, "Name")).toHaveValue("Banyan Tree School");
  await field(page, "Motto").fill("Under one tree.");
  await page.getByRole("button", { name: "Save draft" }).click();
  await expect(page.getByText("The draft is saved.", { exact: false }).last()).toBeVisible();
  await page.getByRole("link", { name: "The institute's site" }).click();
  await expect(page.locator("dd").filter({ hasText: "Under one tree." })).toBeVisible();
  await page.getByRole("link", { name: "Edit Courses" }).click();
  const course = (place: number) => page.getByRole("group", { name: `Course ${place}`, exact: true });
  await page.getByRole("button", { name: "Add course" }).click();
  await expect(course(5).getByLabel("Name")).toBeFocused();
  await course(5).getByLabel("Name").fill("Sanskrit <b>evenings</b>");
  await course(5).getByLabel("Classes").fill("Classes 8 to 10");
  await course(5).getByLabel("What is taught").fill("Reading the old stories aloud.");
  await course(5).getByLabel("Fees").fill("₹1,200 a month");
  await page.getByRole("button", { name: "Move course 5 up" }).press("Enter");
  await expect(course(4).getByLabel("Name")).toHaveValue("Sanskrit <b>evenings</b>");
  await page.getByRole("button", { name: "Remove course 1" }).click();
  await page.getByRole("button", { name: "Save draft" }).click();
  await expect(page.getByText("The draft is saved.", { exact: false }).first()).toBeVisible();
  await expectGoodLayout(page);
  await visitor.goto("/services");
  await expect(visitor.getByText("Banyan Tree School")).toHaveCount(0);
  await expect(visitor.getByText("First steps")).toBeVisible();

  await open(page, "/admin/institute");
  await expect(page.getByText(/^\d+ changes not yet published$/)).toBeVisible();
  await expectGoodLayout(page);
  await page.getByRole("button", { name: "Publish" }).click();
  await expect(page.getByText("The published site is up to date")).toBeVisible();
  await seen("/services", "Sanskrit <b>evenings</b>");
  await expect(visitor.getByText("₹1,200 a month")).toBeVisible();
  await expect(visitor.getByText("First steps")).toHaveCount(0);
  await expect(visitor).toHaveTitle(/ \| Banyan Tree School$/);
  await expect(visitor.getByRole("contentinfo").getByRole("link", { name: "Facebook" })).toBeVisible();
  await visitor.goto("/privacy");
  await expect(visitor.getByText("What Banyan Tree School knows about you", { exact: false })).toBeVisible();
  await visitor.goto("/");
  await expect(visitor.getByRole("region", { name: "Banyan Tree School in numbers" })).toBeVisible();

  await page.getByRole("link", { name: "Edit Name, address and hours" }).click();
  await field(page, "Name").fill("Another School");
  await page.getByRole("button", { name: "Save draft" }).click();
  await expect(page.getByText("The draft is saved.", { exact: false }).first()).toBeVisible();
  await open(page, "/admin/institute");
  await page.getByRole("button", { name: "Publish" }).click();
  await seen("/about", "About Another School");
  const mend = await cut(page, /institute\.bringBack/);
  await page.getByRole("button", { name: "Bring back" }).click();
  await expect(page.getByRole("main").getByRole("alert")).toBeVisible();
  await mend();
  await page.getByRole("button", { name: "Bring back" }).click();
  await expect(page.getByText("1 change not yet published")).toBeVisible();
  await page.getByRole("button", { name: "Publish" }).click();
  await seen("/about", "About Banyan Tree School");
  await visitor.close();
});

test("a list without items removes its part of the page, and an empty gallery says so", async () => {
  type Edited = { draft: number | null; content: Record<"home" | "about" | "story", object> };
  const { draft, content } = await read<Edited>(page, "institute.get");
  const headings = async (path: string) => {
    await page.goto(path);
    return page.getByRole("heading", { level: 2 }).allInnerTexts();
  };
  const parts = [
    ["/preview", "What is different here"],
    ["/preview/about", "Core values"],
    ["/preview/story", "Year by year"],
  ] as const;
  let seen = draft;
  const save = async (section: string, value: object) => {
    seen = (await call<Edited>(page, "institute.save", { section, value, seen })).draft;
  };
  // Save a draft, so that there is a preview.
  await save("gallery", []);
  for (const [path, part] of parts) expect(await headings(path)).toContain(part);
  await save("home", { ...content.home, advantages: [] });
  await save("about", { ...content.about, values: [] });
  await save("story", { ...content.story, milestones: [] });
  for (const [path, part] of parts) expect(await headings(path)).not.toContain(part);
  await page.goto("/preview/blog");
  await expect(page.getByText("No pictures yet")).toBeVisible();
  expect(await page.content()).not.toMatch(/\d+ pictures/);
  await expectGoodLayout(page);
});
