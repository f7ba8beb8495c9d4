import { readFile } from "node:fs/promises";
import { expect, type Page } from "@playwright/test";
import { generateSync } from "otplib";
import { expectAccessibleInBothSchemes } from "../harness/axe";
import { expectNoSidewaysScroll, open } from "../harness/browser-page";
import { test as base } from "../harness/fixtures";
import { launch, removeFolder, startedFolder } from "../harness/launch.mjs";
import { enterAsAdmin, logInAtOffice, newStudent, register } from "../harness/people";
import { administrator } from "../harness/product";

type Product = Awaited<ReturnType<typeof launch>>;

// A separate product, since these tests change the administrator's account.
const test = base.extend<object, { office: Product }>({
  office: [
    async ({ browserName }, use) => {
      const dataDir = await startedFolder();
      const logFile = `test-results/office-${browserName}.log`;
      const product = await launch({ dataDir, adminPassword: administrator.password, logFile });
      await use(product);
      await product.stop();
      await removeFolder(dataDir);
    },
    { scope: "worker", timeout: 300_000 },
  ],
  baseURL: async ({ office }, use) => use(office.url),
});

test.describe.configure({ mode: "default" });
test.use({ expectedErrors: [/status of 40[0149]|TRPCClientError|Please log in first/] });

const family = { name: "Kiran Das", parentName: "=HYPERLINK()", email: "das@school.example", phone: "+91 98765 43210" };

async function apply(url: string): Promise<void> {
  const answer = await fetch(`${url}/api/services/submit`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ selectedClass: 7, ...family }),
  });
  expect(answer.status).toBe(201);
}

const saved = async (page: Page, press: () => Promise<void>) => {
  const downloading = page.waitForEvent("download");
  await press();
  const download = await downloading;
  return { name: download.suggestedFilename(), text: await readFile(await download.path(), "utf8") };
};

test("applications and messages are exported as CSV without formulas", async ({ page, office }) => {
  await apply(office.url);
  await enterAsAdmin(page);
  await open(page, "/admin/get-info");
  const press = (index: number) => page.getByRole("button", { name: "Export as CSV" }).nth(index).click();
  const table = await saved(page, () => press(0));
  expect(table.name).toBe("lyceum-submissions.csv");
  expect(table.text).toMatch(/^\ufeff"Reference","Submitted on \(Asia\/Kolkata\)","Name"/);
  expect(table.text).toContain(`"Kiran Das","7","'=HYPERLINK()","das@school.example","'+91 98765 43210",""`);
  expect((await saved(page, () => press(1))).text).toBe(
    '\ufeff"Sent on (Asia/Kolkata)","Name","Email","Phone","Message","State","Answered (Asia/Kolkata)","Answer"\r\n',
  );
  await expectAccessibleInBothSchemes(page);
  await expectNoSidewaysScroll(page);
  await open(page, "/admin/activity");
  await expect(page.getByRole("paragraph").filter({ hasText: "Applications exported" })).toHaveCount(1);
});

test("a person's data is found, exported and erased, with the password each time", async ({ page, newPerson }) => {
  const student = newStudent();
  await register(await newPerson(), student);
  await enterAsAdmin(page);
  await open(page, "/admin/people");
  await expect(page).toHaveURL(/\/admin\/privacy-requests$/);
  const find = async (email: string) => {
    await page.getByLabel("Email address").fill(email);
    await page.getByRole("button", { name: "Find", exact: true }).click();
  };
  await find("nobody@school.example");
  await expect(page.getByText("Nothing is kept for this address.")).toBeVisible();
  await find("Nobody At All");
  await expect(page.getByText("Nobody has this name or number.")).toBeVisible();
  await find("asha r");
  const found = page.getByRole("region", { name: "Who is it?" });
  await expect(found.getByRole("link", { name: "Asha Rao" }).first()).toHaveAttribute("href", /\?person=/);
  await expectAccessibleInBothSchemes(page);
  await find(student.email.toUpperCase());
  const held = page.getByRole("region", { name: "What is kept" });
  await expect(held).toContainText("Account: Asha Rao");
  await expectAccessibleInBothSchemes(page);
  await page.setViewportSize({ width: 320, height: 700 });
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 1280, height: 800 });

  await held.getByRole("button", { name: "Export" }).click();
  const asking = page.getByRole("alertdialog", { name: "Export the data of this person?" });
  await asking.getByLabel("Your Password").fill("not this one");
  await asking.getByRole("button", { name: "Export" }).click();
  await expect(asking.getByText("This is not your current password.")).toBeVisible();
  await asking.getByLabel("Your Password").fill(administrator.password);
  const file = await saved(page, () => asking.getByRole("button", { name: "Export" }).click());
  expect(JSON.parse(file.text).account).toMatchObject({ email: student.email });
  await expect(asking).toHaveCount(0);
  const done = page.getByRole("region", { name: "Exported and erased" });
  await expect(done).toContainText("A person’s data exported");

  await held.getByRole("button", { name: "Erase 1 row" }).click();
  const erasing = page.getByRole("alertdialog", { name: "Erase the data of this person?" });
  await erasing.getByLabel("Your Password").fill(administrator.password);
  await erasing.getByLabel("Type the address to confirm").fill("asha");
  await erasing.getByRole("button", { name: "Erase" }).click();
  await expect(erasing.getByText("This is not the address.")).toBeVisible();
  await expectAccessibleInBothSchemes(page);
  await erasing.getByLabel("Type the address to confirm").fill(student.email);
  await page.keyboard.press("Enter");
  await expect(page.getByText("Nothing is kept for this address any more.")).toBeVisible();
  await expect(done).toContainText("A person’s data erased");
  await find(student.email);
  await expect(page.getByText("Nothing is kept for this address.", { exact: true })).toBeVisible();
});

test("a session that expires while a form is filled loses no input", async ({ page, context }) => {
  await enterAsAdmin(page);
  const address = "/admin/add-schedule?then=list";
  await open(page, address);
  await page.getByLabel("Class", { exact: true }).selectOption("7");
  await page.getByLabel("Subject", { exact: true }).fill("Biology");
  await page.getByLabel("Date").fill("2099-01-15");
  await page.getByLabel("Time").fill("09:30");
  await context.clearCookies({ name: /session-token/ });
  const submit = page.getByRole("main").locator("form").getByRole("button");
  await submit.last().click();
  const notice = page.getByText("Your session has ended.");
  await expect(notice).toBeVisible();
  const opening = context.waitForEvent("page");
  await page.getByRole("button", { name: "Sign in" }).click();
  const tab = await opening;
  await logInAtOffice(tab, administrator);
  await tab.waitForURL(({ pathname, search }) => pathname + search === address);
  await tab.close();
  await expect(page.getByLabel("Subject", { exact: true })).toHaveValue("Biology");
  await submit.last().click();
  await expect(page.getByText("Schedule added successfully!")).toBeVisible();
});

test("two-step login is turned on, requires a code, accepts it and is turned off", async ({ page, context }) => {
  await enterAsAdmin(page);
  await open(page, "/admin/account");
  await page.getByRole("button", { name: "Turn on" }).click();
  const asking = page.getByRole("alertdialog");
  await asking.getByLabel("Your Password").fill(administrator.password);
  await asking.getByRole("button", { name: "Go on" }).click();
  await expect(page.getByRole("img", { name: "The secret as a QR code" })).toBeVisible();
  await expectAccessibleInBothSchemes(page);
  await page.setViewportSize({ width: 320, height: 700 });
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  const secret = ((await page.locator("code").textContent()) ?? "").replaceAll(" ", "");
  await page.getByLabel("First code").fill("000000");
  await page.getByRole("button", { name: "Confirm", exact: true }).click();
  await expect(page.getByText("This code is wrong")).toBeVisible();
  await page.getByLabel("First code").fill(generateSync({ secret }));
  await page.getByRole("button", { name: "Confirm", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Keep these recovery codes" })).toBeFocused();
  await expectAccessibleInBothSchemes(page);
  const recoveryCodes = await page.getByRole("main").locator("li code").allTextContents();
  expect(recoveryCodes).toHaveLength(10);
  await page.getByRole("button", { name: "I have saved them" }).click();
  await expect(page.getByRole("button", { name: "Turn off" })).toBeVisible();

  await context.clearCookies();
  await open(page, "/login");
  await logInAtOffice(page, administrator);
  await expect(page.getByLabel("Code")).toBeFocused();
  await expectAccessibleInBothSchemes(page);
  await page.getByLabel("Code").fill("0000-0000-0000");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByText("This code is wrong or has already been used.")).toBeVisible();
  await expect(page.getByLabel("Username")).toHaveValue(administrator.username);
  await page.getByLabel("Code").fill(recoveryCodes[0] ?? "");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL("**/admin/upload-materials");

  await open(page, "/admin/account");
  await page.getByRole("button", { name: "Turn off" }).click();
  await asking.getByLabel("Your Password").fill(administrator.password);
  await asking.getByRole("button", { name: "Turn off" }).click();
  await expect(page.getByText("Two-step login is off.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Turn on" })).toBeVisible();
});
