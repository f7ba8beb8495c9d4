import { expect } from "@playwright/test";
import { expectGoodLayout } from "../harness/axe";
import { open } from "../harness/browser-page";
import { test } from "../harness/fixtures";
import { enterAsAdmin } from "../harness/people";

test.describe("status page", () => {
  test("only the administrator can see the status", async ({ page }) => {
    await page.goto("/admin/status");
    await page.waitForURL("**/login?next=%2Fadmin%2Fstatus");
    await expect(page.getByRole("radio", { name: "Admin" })).toBeChecked();
    await expect(page.getByLabel("Username")).toBeVisible();
  });

  test("the status shows the state of each part, and what to do about a problem", async ({ page }) => {
    await enterAsAdmin(page);
    await open(page, "/admin/status");
    await expect(page.getByRole("heading", { level: 1, name: "Status" })).toBeVisible();
    const card = (name: string) =>
      page.getByRole("listitem").filter({ has: page.getByRole("heading", { level: 2, name, exact: true }) });

    await expect(page.getByText(/^\d of 8 needs? attention, checked at \d\d:\d\d$/)).toBeVisible();
    await expect(card("Product")).toContainText(
      /Working.*Version\d+\.\d+\.\d+.*Running since\d{1,2} \w{3,4} \d{4}, \d\d:\d\d/,
    );
    const server = process.env.REPLICAS ? "Your own server" : "Embedded";
    await expect(card("Database")).toContainText(
      new RegExp(`Server${server}.*PostgreSQL\\d+.*Size[\\d.]+ MB.*Answered in\\d+ ms`),
    );
    await expect(card("Files")).toContainText(/PlaceEmbedded.*Free on the disk[\d.]+ [GT]B of [\d.]+ [GT]B/);
    await expect(card("Mail")).toContainText(
      /Needs attention.*Mail is not set up: emails are not sent, but saved as files\..*For the person who runs the server.*SMTP_URL/,
    );
    // Neither good nor bad.
    await expect(card("Mail").getByText("Needs attention")).toHaveClass(/text-warn/);
    await card("Mail").getByText("For the person who runs the server").click();
    await expect(card("Mail").getByText(/^Set SMTP_URL/)).toBeVisible();
    await expect(card("Mail").getByRole("link", { name: "Open Mail" })).toHaveAttribute("href", "/admin/mail");
    await expect(card("Background work")).toContainText(/Waiting\d+Failed0/);
    await expect(card("Public forms")).toContainText(
      /Working.*Applications in a day\d+ of 500Messages in a day\d+ of 500/,
    );
    await expect(card("Audit trail")).toContainText("Nothing was changed or removed.");
    await expect(card("Last backup")).toContainText(
      /Needs attention.*No backup was downloaded yet\..*Make one, and keep it outside the building\..*Open Backup/,
    );
    await card("Database").getByText("Details").click();
    await expect(card("Database").getByText("PostgreSQL")).toBeVisible();
    await expectGoodLayout(page);
  });

  test("the status is linked from the administrator's menu", async ({ page }) => {
    await enterAsAdmin(page);
    await open(page, "/admin/upload-materials");
    await page.getByRole("link", { name: "Status" }).click();
    await page.waitForURL("**/admin/status");
    await expect(page.getByRole("link", { name: "Status" })).toHaveAttribute("aria-current", "page");
  });
});
