import { expect } from "@playwright/test";
import { expectGoodLayout } from "../harness/axe";
import { open } from "../harness/browser-page";
import { test } from "../harness/fixtures";
import { enterAsAdmin, newStudent } from "../harness/people";

test.use({ expectedErrors: [/status of 40[09]/] });

test("an administrator invites a teacher, grants more, and ends one grant and then all access", async ({ page }) => {
  const { email } = newStudent();
  const name = `Shalini ${email.split(".").at(-2)?.split("@")[0]}`;
  const dialog = page.getByRole("dialog");
  const row = page.getByRole("row").filter({ hasText: email });

  await enterAsAdmin(page);
  await open(page, "/admin/staff");
  await expect(page.getByRole("heading", { level: 1, name: "Staff" })).toBeVisible();
  const materials = page.getByRole("row", { name: /^Materials all all granted classes/ });
  const rights = page.getByRole("region", { name: "Who may do what" });
  await expect(materials).toBeHidden();
  await rights.locator("summary").filter({ hasText: "Teaching" }).click();
  await expect(materials).toBeVisible();

  await page.getByRole("button", { name: "Invite" }).click();
  await dialog.getByLabel("Name").fill(name);
  await dialog.getByLabel("Email").fill(email);
  await dialog.getByRole("button", { name: "Invite" }).click();
  await expect(dialog.getByText("Choose the class that is taught.")).toBeVisible();
  await expect(dialog.getByLabel("Class", { exact: true })).toBeFocused();
  await dialog.getByLabel("Class", { exact: true }).selectOption("7");
  await dialog.getByLabel("Section").fill("a");
  await page.keyboard.press("Enter");
  await expect(dialog.getByText(/^[0-9A-Z]{5}-[0-9A-Z]{5}$/)).toBeVisible();
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(row).toContainText("Teacher");
  await expect(row.getByText("Invited", { exact: true })).toBeVisible();
  await expect(row).toContainText("Code valid to");
  await expectGoodLayout(page);

  await row.getByRole("button", { name: `Change ${name}` }).click();
  await dialog.getByRole("button", { name: "Add a grant" }).click();
  await dialog.getByText("Office", { exact: true }).click();
  await dialog.getByRole("button", { name: "Grant" }).click();
  await dialog.getByRole("button", { name: "End Class teacher of 7 A" }).click();
  await expect(dialog.getByText("loses these rights at once", { exact: false })).toBeVisible();
  await expectGoodLayout(page);
  await dialog.getByRole("button", { name: "End", exact: true }).click();
  await expect(page.getByText("The grant has ended.")).toBeVisible();
  await expect(dialog.getByRole("listitem").filter({ hasText: "Class teacher of 7 A" })).toContainText("ended");
  await expectGoodLayout(page);
  await dialog.getByRole("button", { name: "End access" }).click();
  await dialog.getByRole("button", { name: "End access" }).click();
  await expect(page.getByText(`The access of ${name} has ended.`)).toBeVisible();
  await expect(row.getByText("Ended", { exact: true })).toBeVisible();
});

test("an invitation to a student's address is refused, and the form keeps its text", async ({ page }) => {
  const { email } = newStudent();
  await enterAsAdmin(page);
  await page.request.post("/api/students", { data: { name: "Asha Rao", email } });
  await open(page, "/admin/staff");
  await page.getByRole("button", { name: "Invite" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Meera Iyer");
  await dialog.getByLabel("Email").fill(email);
  await dialog.getByText("Office", { exact: true }).click();
  await dialog.getByRole("button", { name: "Invite" }).click();
  await expect(dialog.getByText("This address is a student’s. Staff need an address of their own.")).toBeVisible();
  await expect(dialog.getByLabel("Name")).toHaveValue("Meera Iyer");
});
