import { expect, type Page } from "@playwright/test";
import { expectAccessibleInBothSchemes } from "../harness/axe";
import { expectNoSidewaysScroll, open } from "../harness/browser-page";
import { test } from "../harness/fixtures";

const tiles = (page: Page) => page.getByRole("main").getByRole("list").getByRole("button");

test("the gallery has 15 existing pictures, each with its own text", async ({ page }) => {
  await open(page, "/blog");
  await expect(page.getByRole("heading", { level: 1, name: "Student Gallery" })).toBeVisible();
  const pictures = tiles(page).getByRole("img");
  await expect(pictures).toHaveCount(15);
  const texts = await pictures.evaluateAll((all) => all.map((one) => one.getAttribute("alt")?.trim() ?? ""));
  expect(texts.filter((text) => text.length < 10)).toEqual([]);
  expect(new Set(texts).size).toBe(15);
  for (const picture of await pictures.all()) {
    await picture.scrollIntoViewIfNeeded();
    await expect.poll(() => picture.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBeGreaterThan(0);
  }
});

test.describe("with a mouse and a keyboard", () => {
  test.use({ hasTouch: false });

  test("the caption Photo N appears on hover and on focus", async ({ page }) => {
    await open(page, "/blog");
    const caption = (number: number) => page.getByText(`Photo ${number}`, { exact: true });
    await expect(caption(4)).toHaveCSS("opacity", "0");
    await tiles(page).nth(3).hover();
    await expect(caption(4)).toHaveCSS("opacity", "1");
    await expect(caption(5)).toHaveCSS("opacity", "0");

    await page.mouse.move(0, 0);
    await tiles(page).nth(13).focus();
    await page.keyboard.press("Tab");
    await expect(tiles(page).nth(14)).toBeFocused();
    await expect(caption(15)).toHaveCSS("opacity", "1");
    await expect(caption(14)).toHaveCSS("opacity", "0");
  });
});

test.describe("with a touch screen", () => {
  test.use({ hasTouch: true });

  test("the captions are always visible, since nothing can hover", async ({ page }) => {
    await open(page, "/blog");
    for (const number of [1, 8, 15]) {
      await expect(page.getByText(`Photo ${number}`, { exact: true })).toHaveCSS("opacity", "1");
    }
  });
});

test("a picture opens large, has next and previous buttons, and returns the focus", { tag: "@layout" }, async ({
  page,
}) => {
  await open(page, "/blog");
  const large = page.getByRole("dialog", { name: "Student Gallery" });
  const texts = await tiles(page)
    .getByRole("img")
    .evaluateAll((all) => all.map((one) => one.getAttribute("alt") ?? ""));
  const expectShown = async (number: number) => {
    await expect(large.getByText(`Photo ${number} of 15`)).toBeVisible();
    await expect(large.getByRole("img")).toHaveAttribute("alt", texts[number - 1] ?? "");
  };

  const tile = await tiles(page).nth(2).getByRole("img").boundingBox();
  await tiles(page).nth(2).click();
  await expectShown(3);
  const shown = await large.getByRole("img").boundingBox();
  expect(shown?.width).toBeGreaterThan(tile?.width ?? 0);
  await expectAccessibleInBothSchemes(page);
  await expectNoSidewaysScroll(page);

  await large.getByRole("button", { name: "Next photo" }).click();
  await expectShown(4);
  await large.getByRole("button", { name: "Previous photo" }).click();
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  await expectShown(1);
  await page.keyboard.press("ArrowLeft");
  await expectShown(15);
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await expectShown(2);

  await page.keyboard.press("Escape");
  await expect(large).toHaveCount(0);
  await expect(tiles(page).nth(1)).toBeFocused();

  await page.keyboard.press("Enter");
  await expectShown(2);
  await large.getByRole("button", { name: "Close" }).click();
  await expect(large).toHaveCount(0);
  await expect(tiles(page).nth(1)).toBeFocused();
});
