import { expect, type Page } from "@playwright/test";
import { trapName } from "@/lib/trap";
import { expectAccessible } from "../setup/axe";
import { test } from "../setup/fixtures";
import { complaints, open } from "../setup/screen";

const field = (page: Page, label: string) => page.getByRole("main").getByLabel(label, { exact: true });
const trap = (page: Page) => page.locator(`main form [name=${trapName}]`);

const forms = [
  {
    path: "/services",
    button: "Submit Application",
    done: "Application submitted",
    async fill(page: Page) {
      await field(page, "Class").selectOption("6");
      await field(page, "Name").fill("Kavya Nair");
      await field(page, "Parent Name").fill("Suresh Nair");
      await field(page, "Email").fill("nair@home.example");
      await field(page, "Phone").fill("+91 98220 12345");
    },
  },
  {
    path: "/contact",
    button: "Send Message",
    done: "Message sent",
    async fill(page: Page) {
      await field(page, "Name").fill("Suresh Nair");
      await field(page, "Email").fill("nair@home.example");
      await field(page, "Message").fill("Is there a bus?");
      await page.getByRole("checkbox").check();
    },
  },
];

for (const { path, button, done, fill } of forms) {
  const press = (page: Page) => page.getByRole("button", { name: button }).click();
  const thanks = (page: Page) => page.getByRole("main").getByRole("status");

  test.describe(`the form of ${path}`, () => {
    test.use({ expectedComplaints: complaints.refused });

    test("has a field for programs alone, and a person whose browser filled it in loses nothing", async ({ page }) => {
      await open(page, path);
      await expect(trap(page)).toHaveCount(1);
      await expect(trap(page)).toBeHidden();
      await expect(trap(page)).toHaveAttribute("autocomplete", "off");
      // Nobody comes upon it with the keys.
      const reached = new Set<string>();
      await field(page, "Name").focus();
      for (let presses = 0; presses < 12; presses += 1) {
        reached.add(await page.evaluate(() => document.activeElement?.getAttribute("name") ?? ""));
        await page.keyboard.press("Tab");
      }
      expect(reached).toContain("email");
      expect(reached).not.toContain(trapName);
      expect(await page.getByRole("main").ariaSnapshot()).not.toContain(trapName);
      await expectAccessible(page);

      await fill(page);
      await trap(page).evaluate((input: HTMLInputElement) => {
        input.value = "https://watches.example";
      });
      await press(page);
      await expect(page.getByRole("main").getByRole("alert")).toHaveText("Something went wrong. Please try again.");
      await expect(field(page, "Email")).toHaveValue("nair@home.example");
      await press(page);
      await expect(thanks(page)).toContainText(done);
    });

    test("is sent two seconds after it was shown, however fast it was filled in", async ({ page }) => {
      await open(page, path);
      await fill(page);
      await press(page);
      await expect(thanks(page)).toContainText(done);
      const sentAfter = await page.evaluate(
        () => performance.getEntriesByType("resource").find(({ name }) => /trpc\/services\.s/.test(name))?.startTime,
      );
      expect(sentAfter).toBeGreaterThanOrEqual(2_000);
    });
  });
}
