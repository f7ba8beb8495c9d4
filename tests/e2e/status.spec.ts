import { expect } from "@playwright/test";
import { expectAccessibleInBothSchemes } from "../setup/axe";
import { test } from "../setup/fixtures";
import { logInAsAdmin } from "../setup/people";
import { expectNoSidewaysScroll, open } from "../setup/screen";

test.describe("the status", () => {
  test("is for the administrator alone", async ({ page }) => {
    await page.goto("/admin/status");
    await page.waitForURL("**/login?next=%2Fadmin%2Fstatus");
  });

  test("says how each part of the product is, and what to do where it is not well", async ({ page }) => {
    await logInAsAdmin(page);
    await open(page, "/admin/status");
    await expect(page.getByRole("heading", { level: 1, name: "Status" })).toBeVisible();
    const card = (name: string) =>
      page.getByRole("listitem").filter({ has: page.getByRole("heading", { level: 2, name, exact: true }) });

    await expect(card("Product")).toContainText(
      /Well.*Version\d+\.\d+\.\d+.*Running since\d{1,2} \w{3,4} \d{4}, \d\d:\d\d/,
    );
    const server = process.env.REPLICAS ? "Your own server" : "Embedded";
    await expect(card("Database")).toContainText(
      new RegExp(`Server${server}.*PostgreSQL\\d+.*Size[\\d.]+ MB.*Answered in\\d+ ms`),
    );
    await expect(card("Files")).toContainText(/PlaceEmbedded.*Free on the disk[\d.]+ [GT]B of [\d.]+ [GT]B/);
    await expect(card("Mail")).toContainText(
      /Needs attention.*Mail is not switched on: no mail leaves, each is kept as a file\..*to set SMTP_URL/,
    );
    // Neither green nor red.
    await expect(card("Mail").getByText("Needs attention")).toHaveClass(/text-warning/);
    await expect(card("Background work")).toContainText(/Waiting\d+Failed0/);
    await expect(card("Public forms")).toContainText(
      /Well.*Applications in a day\d+ of 500Messages in a day\d+ of 500/,
    );
    await expect(card("Audit trail")).toContainText("Nothing was changed or removed.");
    await expect(card("Last backup")).toContainText(
      /Needs attention.*No backup has been made yet\..*Ask the person who runs the server to make a backup\./,
    );
    await expectNoSidewaysScroll(page);
    await expectAccessibleInBothSchemes(page);
  });

  test("is reached from the administrator's menu", async ({ page }) => {
    await logInAsAdmin(page);
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.getByRole("link", { name: "Status" }).click();
    await page.waitForURL("**/admin/status");
    await expect(page.getByRole("link", { name: "Status" })).toHaveAttribute("aria-current", "page");
  });
});
