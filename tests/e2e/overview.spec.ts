import { expect } from "@playwright/test";
import { expectAccessibleInBothSchemes, expectGoodLayout } from "../harness/axe";
import { listening, open } from "../harness/browser-page";
import { test } from "../harness/fixtures";
import { enterAsAdmin, newStudent, register } from "../harness/people";
import { productQuery } from "../harness/sql";

test("the overview lists waiting work, and the search finds and opens a page or a student by keyboard", async ({
  page,
}) => {
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

  // After Back, the page shows the current number.
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
  // Enter does not open a result of the previous text.
  await page.route(/overview\.find/, () => {});
  await box.fill("somebody else");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("option", { name: new RegExp(`^${student.name}`) })).toBeVisible();
  await page.unroute(/overview\.find/);
  await page.keyboard.press("Escape");
  await expect(box).toHaveCount(0);

  // If it is reopened immediately, it keeps the text typed into it.
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

/** Presses Escape and Control+K and types five letters within one browser task, then lets timers run. */
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
