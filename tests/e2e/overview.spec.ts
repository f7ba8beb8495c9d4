import { expect } from "@playwright/test";
import { expectAccessibleInBothSchemes, expectGoodLayout } from "../harness/axe";
import { listening, open } from "../harness/browser-page";
import { test } from "../harness/fixtures";
import { enterAsAdmin, newStudent, register } from "../harness/people";
import { productQuery } from "../harness/sql";

test("the overview says what waits, and the keyboard finds and opens anything", async ({ page }) => {
  await enterAsAdmin(page);
  const student = { ...newStudent(), name: `Zubin Quasar ${Date.now()}` };
  await register(page, student);
  await productQuery("insert into students (user_id, origin) select id, 'office' from users where email = $1", [
    student.email,
  ]);
  await productQuery(
    "insert into contact_messages (id, name, email, message) values (gen_random_uuid(), 'Ravi', 'r@example.org', 'When?')",
  );
  await open(page, "/admin/overview");
  const line = page
    .getByRole("main")
    .getByRole("listitem")
    .filter({ hasText: /Messages? without an answer/ });
  await expect(line.getByRole("link")).toHaveAccessibleName(/^Read: Messages? without an answer, \d+$/);
  // The login of this test is routine.
  await expect(page.getByRole("region", { name: "Done lately" })).toBeVisible();
  await expect(page.getByRole("region", { name: "Done lately" })).not.toContainText("Logged in");
  await expectGoodLayout(page);

  // Back draws the page anew, whatever it showed before.
  const count = await line.getByRole("link").getAttribute("aria-label");
  await line.getByRole("link").click();
  await page.waitForURL(/\/admin\/messages/);
  await productQuery(
    "insert into contact_messages (id, name, email, message) values (gen_random_uuid(), 'Ravi', 'r@example.org', 'Where?')",
  );
  await page.goBack();
  await page.waitForURL(/\/admin\/overview/);
  await expect(line.getByRole("link")).not.toHaveAccessibleName(count ?? "");

  await listening(page);
  await page.keyboard.press("Control+k");
  const box = page.getByRole("combobox", { name: "Find anything" });
  await expect(box).toBeFocused();
  await page.keyboard.type("report");
  await expect(page.getByRole("option", { name: /^Report cards/ })).toHaveAttribute("aria-selected", "true");
  await box.fill("quasar zub");
  await expect(page.getByRole("option", { name: new RegExp(`^${student.name}`) })).toBeVisible();
  await expectAccessibleInBothSchemes(page);
  // Results of the text before are not opened for this one.
  await page.route(/overview\.find/, () => {});
  await box.fill("somebody else");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("option", { name: new RegExp(`^${student.name}`) })).toBeVisible();
  await page.unroute(/overview\.find/);
  await page.keyboard.press("Escape");
  await expect(box).toHaveCount(0);

  // Opened again at once, it keeps what is typed.
  await page.keyboard.press("Control+k");
  await expect(box).toBeFocused();
  await box.evaluate(closeAndReopen);
  await page.keyboard.type(student.name.slice(5));
  await expect(box).toHaveValue(student.name);
  await expect(page.getByRole("option")).toHaveCount(1);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/admin\/students\/[0-9a-f-]{36}$/);
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByRole("heading", { level: 1, name: student.name })).toBeVisible();
});

/** Escape, Control+K and five letters within one task of the browser, and what timers do then. */
async function closeAndReopen(): Promise<void> {
  const press = async (key: string, ctrlKey = false) => {
    document.activeElement?.dispatchEvent(
      new KeyboardEvent("keydown", { key, ctrlKey, bubbles: true, cancelable: true }),
    );
    for (let turn = 0; turn < 50; turn += 1) await Promise.resolve();
  };
  await press("Escape");
  await press("k", true);
  document.execCommand("insertText", false, "Zubin");
  await new Promise((resolve) => setTimeout(resolve, 50));
}
