import { expect } from "@playwright/test";
import { expectGoodLayout } from "../harness/axe";
import { call } from "../harness/browser-call";
import { consoleErrors, cut, hold, open } from "../harness/browser-page";
import { test } from "../harness/fixtures";
import { enterAsAdmin } from "../harness/people";
import { addByHand, rows, saidOf, search, uniqueWord } from "../harness/roster";

const list = /\/api\/trpc\/[^?]*students\.list/;

test("students are added using only the keyboard, found by parts of words, and edited", async ({ page }) => {
  const word = uniqueWord();
  await enterAsAdmin(page);
  await addByHand(page, [`Asha ${word}`, `Nisha ${word}`]);

  await search(page).fill(`${word} ash`);
  await expect(rows(page)).toHaveText([`Asha ${word}`]);
  await expect(page.locator("mark")).toHaveText(["Ash", word]);
  await expect(page).toHaveURL(new RegExp(`q=${word}\\+ash`));

  await page.getByRole("link", { name: `Asha ${word}` }).click();
  await expect(page.getByRole("heading", { level: 1, name: `Asha ${word}` })).toBeVisible();
  await page.getByRole("button", { name: "Edit" }).click();
  const dialog = page.getByRole("dialog", { name: `Edit Asha ${word}` });
  await dialog.getByLabel("Name", { exact: true }).fill(`Ashima ${word}`);
  await dialog.getByLabel("Admission number").fill("A@7");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByText("cannot have an @")).toBeVisible();
  await dialog.getByLabel("Admission number").fill(word);
  // The browser sends a partly typed date as an empty one.
  const born = dialog.getByLabel("Date of birth");
  await born.focus();
  await page.keyboard.type("12");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(born).toBeFocused();
  await expect(dialog).toBeVisible();
  await born.fill("2014-10-03");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("heading", { level: 1, name: `Ashima ${word}` })).toBeVisible();
  await expect(page.getByText(`Asha ${word}, until`)).toBeVisible();
  await expect(page.getByRole("region", { name: "What the office changed" })).toContainText(
    `Admission number: ${word}`,
  );

  await page.goBack();
  await expect(search(page)).toHaveValue(`${word} ash`);
  await expect(rows(page)).toHaveCount(1);

  // A page number beyond the last page leads to the last page.
  await open(page, `/admin/students?q=${word}&page=3`);
  await expect(rows(page)).toHaveCount(2);
  await expect(page).toHaveURL(new RegExp(`students\\?q=${word}$`));
  // A view hides the filters that could contradict it.
  await open(page, "/admin/students?view=no-login");
  await expect(page.getByLabel("State", { exact: true })).toBeVisible();
  await expect(page.getByLabel("Login", { exact: true })).toHaveCount(0);
});

test("a row's menu opened before the scripts load gets its entries", async ({ page }) => {
  const name = `Asha ${uniqueWord()}`;
  await enterAsAdmin(page);
  await call(page, "students.add", { name });
  const release = await hold(page, /\/_next\/static\/.*\.js/);
  await page.goto(`/admin/students?q=${encodeURIComponent(name)}`, { waitUntil: "commit" });
  await page.getByRole("button", { name: `More for ${name}` }).click();
  release();
  await expect(page.getByRole("link", { name: "Edit", exact: true })).toBeVisible();
});

test("a dialog stays until its answer arrives, and an answer after Back does not change the page", async ({ page }) => {
  const word = uniqueWord();
  await enterAsAdmin(page);
  await addByHand(page, [`Asha ${word}`]);
  await search(page).fill(word);
  await expect(page).toHaveURL(new RegExp(`students\\?q=${word}$`));
  await page.getByRole("link", { name: `Asha ${word}` }).click();
  await page.getByRole("button", { name: "Edit" }).click();
  const dialog = page.getByRole("dialog", { name: `Edit Asha ${word}` });
  await dialog.getByLabel("Admission number").fill(word);
  const release = await hold(page, /\/api\/trpc\/[^?]*students\.edit/);
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByRole("button", { name: "Saving" })).toBeVisible();
  await page.keyboard.press("Escape");
  await dialog.getByRole("button", { name: "Close" }).click();
  await expect(dialog).toBeVisible();

  await page.goBack();
  await expect(dialog).toHaveCount(0);
  await expect(search(page)).toHaveValue(word);
  release();
  await expect(page.getByText("Saved.", { exact: true })).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`students\\?q=${word}$`));
});

test("the result form shows a student without an address, who cannot be chosen", async ({ page }) => {
  const word = uniqueWord();
  const name = `Zubeida ${word}`;
  await enterAsAdmin(page);
  await addByHand(page, [name, ...["Asha", "Bina", "Charu", "Devi", "Esha"].map((first) => `${first} ${word}`)]);
  await open(page, "/admin/add-results");
  const address = page.getByRole("combobox", { name: "Student Email" });
  await address.pressSequentially(name);
  const shown = page.getByRole("listbox").getByRole("option").filter({ hasText: name });
  await expect(shown).toContainText("has no email address: enter the mark in the exam's sheet");
  await expectGoodLayout(page);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(address).toHaveValue(name);
  await expect(shown).toBeVisible();
  // A window at 200 % zoom is this low.
  await page.setViewportSize({ width: 683, height: 325 });
  await address.fill(word);
  await expect(page.getByText("6 found")).toHaveAttribute("aria-live", "polite");
  await page.keyboard.press("ArrowUp");
  await expect(page.getByRole("listbox").getByRole("option", { selected: true })).toBeInViewport({ ratio: 1 });
});

test.describe("refusals", () => {
  test.use({ expectedErrors: consoleErrors.refused });

  test("a taken admission number is refused with an error at its field", async ({ page }) => {
    const word = uniqueWord();
    await enterAsAdmin(page);
    await addByHand(page, []);
    await page.getByRole("button", { name: "Add student" }).click();
    const dialog = page.getByRole("dialog");
    for (const name of ["First", "Second"]) {
      await dialog.getByLabel("Name", { exact: true }).fill(`${name} ${word}`);
      await dialog.getByLabel("Admission number").fill(word);
      await page.keyboard.press("Enter");
      if (name === "First") await expect(saidOf(dialog, `First ${word}`)).toBeVisible();
    }
    await expect(dialog.getByLabel("Admission number")).toHaveAttribute("aria-invalid", "true");
    await expect(dialog.getByLabel("Admission number")).toBeFocused();
  });
});

test("filters, sorting and views are in the address, and each can be undone", async ({ page }) => {
  const word = uniqueWord();
  await enterAsAdmin(page);
  await addByHand(page, [`Zoya ${word}`, `Aarav ${word}`]);
  await search(page).fill(word);
  await expect(rows(page)).toHaveText([`Aarav ${word}`, `Zoya ${word}`]);
  await page.getByRole("link", { name: "Name", exact: true }).click();
  await expect(rows(page)).toHaveText([`Zoya ${word}`, `Aarav ${word}`]);
  await expect(page.getByRole("columnheader", { name: "Name" })).toHaveAttribute("aria-sort", "descending");
  await page.getByLabel("Login", { exact: true }).selectOption("Active");
  await expect(page.getByText(`Nobody matches “${word}”`)).toBeVisible();
  await expect(page.getByText(`Filtered by “${word}”, Login: Active.`)).toBeVisible();
  await expect(page.getByText("None found")).toHaveAttribute("aria-live", "polite");
  await page.reload();
  await expect(page.getByText(`Nobody matches “${word}”`)).toBeVisible();
  await page.getByRole("link", { name: "Clear Login" }).click();
  await expect(page.getByLabel("Login", { exact: true })).toBeFocused();
  await expect(rows(page)).toHaveCount(2);
  await page.getByRole("checkbox", { name: `Select Zoya ${word}` }).check();
  await page.getByRole("button", { name: "Clear the selection" }).click();
  await expect(page.getByRole("checkbox", { name: "All rows of this page" })).toBeFocused();
  await page.getByRole("checkbox", { name: `Select Zoya ${word}` }).check();
  await search(page).fill(`Aarav ${word}`);
  await expect(page.getByText("nothing is selected any more")).toBeVisible();
  await search(page).fill(word);
  await expect(rows(page)).toHaveCount(2);
  await expect(page.getByRole("checkbox", { checked: true })).toHaveCount(0);
  await page.getByRole("link", { name: `Zoya ${word}` }).focus();
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("link", { name: `Aarav ${word}` })).toBeFocused();
  await page.getByRole("link", { name: /^Not in a class/ }).click();
  await expect(search(page)).toHaveValue("");
  await page.goBack();
  await expect(rows(page)).toHaveCount(2);
  await page.getByRole("link", { name: "Clear all" }).click();
  await expect(page.getByRole("search")).toBeFocused();
  await expect(search(page)).toHaveValue("");
});

test("the roster, its dialog and a student's page pass axe and fit a phone", async ({ page }) => {
  const word = uniqueWord();
  const long = `Venkatanarasimharajuvaripeta Subrahmanyam Lakshminarasimhachary Krishnamoorthy ${word}`;
  await enterAsAdmin(page);
  await addByHand(page, [long]);
  await search(page).fill(word);
  await expect(rows(page)).toHaveCount(1);
  await expectGoodLayout(page);
  // On a phone the table's header shows while it has the focus.
  await page.setViewportSize({ width: 360, height: 740 });
  const height = async () => (await page.getByRole("table").locator("thead").boundingBox())?.height ?? 0;
  expect(await height()).toBeLessThan(2);
  await page.getByRole("checkbox", { name: `Select ${long}` }).check();
  await page.getByRole("button", { name: "Clear the selection" }).click();
  await expect(page.getByRole("checkbox", { name: "All rows of this page" })).toBeFocused();
  expect(await height()).toBeGreaterThan(20);
  await expectGoodLayout(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole("button", { name: "Add student" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await expectGoodLayout(page);
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: long }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(long);
  await expectGoodLayout(page);
});

test.describe("without a network", () => {
  test.use({ expectedErrors: consoleErrors.cut });

  test("if a search fails to load, the old rows stay, and Try Again loads the new ones", { tag: "@long" }, async ({
    page,
  }) => {
    const word = uniqueWord();
    await enterAsAdmin(page);
    await addByHand(page, [`Asha ${word}`]);
    await expect(rows(page).first()).toBeVisible();
    const mend = await cut(page, list);
    await search(page).fill(word);
    await expect(page.getByText("The students could not be loaded.")).toBeVisible();
    await expect(rows(page).first()).toBeVisible();
    await mend();
    await page.getByRole("button", { name: "Try Again" }).click();
    await expect(rows(page)).toHaveText([`Asha ${word}`]);
  });

  test("a message that a file could not be downloaded goes when the file is requested again", async ({ page }) => {
    await enterAsAdmin(page);
    await open(page, "/admin/import");
    const template = page.getByRole("button", { name: "CSV" });
    const failure = page.getByText("The template could not be made. Please try again.");
    const mend = await cut(page, /imports\.template/);
    await template.click();
    await expect(failure).toHaveCount(1);
    await template.click();
    await expect(failure).toHaveCount(1);
    await mend();
    const file = page.waitForEvent("download");
    await template.click();
    await file;
    await expect(failure).toHaveCount(0);
  });
});

test.describe("without JavaScript", () => {
  test("the roster is searched, filtered and sorted by the server", async ({ page, browser, baseURL }) => {
    const word = uniqueWord();
    await enterAsAdmin(page);
    await addByHand(page, [`Asha ${word}`]);
    const context = await browser.newContext({
      ...(baseURL && { baseURL }),
      javaScriptEnabled: false,
      storageState: await page.context().storageState(),
    });
    const plain = await context.newPage();
    await plain.goto("/admin/students");
    await search(plain).fill(word);
    await plain.getByRole("button", { name: "Show", exact: true }).click();
    await expect(rows(plain)).toHaveText([`Asha ${word}`]);
    await plain.getByRole("link", { name: "Name", exact: true }).click();
    await expect(plain).toHaveURL(/sort=-name/);
    await expect(rows(plain)).toHaveCount(1);
    await context.close();
  });
});

test("text typed while the list reloads after Back stays, and the page is not rebuilt", async ({ page }) => {
  const word = uniqueWord();
  await enterAsAdmin(page);
  await addByHand(page, [`Zoya ${word}`, `Aarav ${word}`]);
  await search(page).fill(word);
  await expect(page).toHaveURL(new RegExp(`students\\?q=${word}$`));
  await page.getByRole("link", { name: `Zoya ${word}` }).click();
  await expect(page.getByRole("heading", { level: 1, name: `Zoya ${word}` })).toBeVisible();
  const release = await hold(page, /[?&]_rsc=/);
  const asked = page.waitForRequest(/students\?q=.*_rsc=/);
  await page.goBack();
  await asked;
  const list = await page.getByRole("search").elementHandle();
  const searched = page.waitForRequest(/students\?q=Aarav/);
  await search(page).fill(`Aarav ${word}`);
  await searched;
  // The address has not changed yet: a second choice adds to the first one.
  const both = page.waitForRequest(/students\?q=Aarav.*&login=none/);
  await page.getByLabel("Login", { exact: true }).selectOption("No login");
  await both;
  release();
  await expect(rows(page)).toHaveText([`Aarav ${word}`]);
  await page.waitForLoadState("networkidle");
  await expect(search(page)).toHaveValue(`Aarav ${word}`);
  await expect(page.getByLabel("Login", { exact: true })).toHaveValue("none");
  expect(await list?.evaluate((node) => node.isConnected)).toBe(true);
});

test("a filter that Back undid during a reload does not return with the next filter", async ({ page }) => {
  const word = uniqueWord();
  await enterAsAdmin(page);
  await addByHand(page, [`Zoya ${word}`]);
  await open(page, "/admin/students");
  await page.getByLabel("Login", { exact: true }).selectOption("No login");
  await expect(page).toHaveURL(/students\?login=none$/);
  await rows(page).first().click();
  await page.waitForURL(/\/admin\/students\/[0-9a-f-]{36}/);
  const release = await hold(page, /[?&]_rsc=/);
  const drawn = page.waitForRequest(/students\?login=none&_rsc=/);
  await page.goBack();
  await drawn;
  const asked = page.waitForRequest(/students\?login=none&guardian=missing/);
  await page.getByLabel("Guardians", { exact: true }).selectOption("missing");
  await asked;
  await page.goBack();
  await expect(page).toHaveURL(/\/admin\/students$/);
  const alone = page.waitForRequest(/students\?state=left&_rsc=/);
  await page.getByLabel("State", { exact: true }).selectOption("left");
  await alone;
  release();
  await expect(page).toHaveURL(/students\?state=left$/);
});
