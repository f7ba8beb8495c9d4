import { expect, type Page } from "@playwright/test";
import { administrator } from "../product";
import { backupJob } from "./backup-job";
import { goTo, type } from "./hand";
import type { Job } from "./term";

const who = "office" as const;

/** Applies by the form's own call, so that the job begins with the application. */
export async function apply(page: Page, count: number): Promise<void> {
  for (let number = 1; number <= count; number += 1) {
    const family = {
      parentName: `Parent ${number}`,
      email: `family${number}@home.example`,
      phone: `+91 98900 223${number + 10}`,
    };
    const data = { selectedClass: 6, name: `Child ${number}`, ...family };
    const answer = await page.request.post("/api/services/submit", { data });
    expect(answer.status(), await answer.text()).toBe(201);
  }
}

async function toApplication(page: Page, name: string): Promise<void> {
  await page.getByRole("table").getByRole("link", { name, exact: true }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(name);
}

async function move(page: Page, step: string, verb: string, reason?: string): Promise<void> {
  await page.getByLabel("Step", { exact: true }).selectOption(step);
  if (reason) await type(page.getByLabel("Reason"), reason);
  await page.getByRole("button", { name: new RegExp(`^${verb}( and stop the clock)?$`) }).click();
  await expect(page.getByText(/^The application is now: /).first()).toBeVisible();
}

/** Returns to the list with the browser's Back button. */
async function back(page: Page): Promise<void> {
  await page.goBack();
  await expect(page.getByRole("table").getByRole("rowheader").first()).toBeVisible();
}

async function find(page: Page, name: string): Promise<void> {
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("combobox", { name: "Find anything" })).toBeFocused();
  await page.keyboard.type(name);
  await expect(page.getByRole("option", { name: new RegExp(`^${name}`) }).first()).toBeVisible();
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/admin\/students\/[0-9a-f-]{36}$/);
}

/** Jobs 11 to 21: applications, people, and the institute itself. */
export const officeJobs: Job[] = [
  {
    ...{ no: 11, words: "Read ten applications", who, screen: "/admin/get-info" },
    async walk(page) {
      await goTo(page, /^Student Submissions/);
      for (let number = 10; number >= 1; number -= 1) {
        const header = page.getByRole("button", { name: new RegExp(`Child ${number}\\b`) });
        await header.click();
        await expect(page.getByText(`family${number}@home.example`)).toBeVisible();
      }
    },
  },
  {
    ...{ no: 12, words: "Accept one, decline one, ask one back, note on one", who, screen: "/admin/get-info/{id}" },
    outside: { clicks: 3, keys: 0 },
    async walk(page) {
      await goTo(page, /^Student Submissions/);
      await page.getByRole("link", { name: /^Open/ }).click();
      await toApplication(page, "Child 1");
      await move(page, "offered", "Offer a place");
      await back(page);
      await toApplication(page, "Child 2");
      await move(page, "declined", "Decline", "The class is full");
      await back(page);
      await toApplication(page, "Child 3");
      await type(page.getByLabel("Message", { exact: true }), "Which school was it?");
      await page.getByRole("button", { name: "Send and stop the clock" }).click();
      await expect(page.getByText("Its email leaves within ten minutes.").first()).toBeVisible();
      await back(page);
      await toApplication(page, "Child 4");
      await page.getByRole("tab", { name: "Note, office only" }).click();
      await type(page.getByLabel("Note", { exact: true }), "Two seats left");
      await page.getByRole("button", { name: "Save note" }).click();
      await expect(page.getByRole("region", { name: "What happened" })).toContainText("Two seats left");
    },
  },
  {
    ...{ no: 13, words: "Export the applications", who, screen: "/admin/get-info" },
    async walk(page) {
      await goTo(page, /^Student Submissions/);
      const download = page.waitForEvent("download");
      await page.getByRole("button", { name: "Export as CSV" }).first().click();
      expect((await download).suggestedFilename()).toBe("lyceum-submissions.csv");
    },
  },
  {
    ...{ no: 14, words: "Delete one", who, screen: "/admin/privacy-requests" },
    async walk(page) {
      await goTo(page, "Privacy requests");
      await type(page.getByLabel("Email address"), "family10@home.example");
      await page.keyboard.press("Enter");
      // The only row with this address is already ticked.
      await page.getByRole("button", { name: "Erase 1 row" }).click();
      const question = page.getByRole("alertdialog");
      await type(question.getByLabel("Your Password"), administrator.password);
      await type(question.getByLabel("Type the address to confirm"), "family10@home.example");
      await page.keyboard.press("Enter");
      await expect(
        page.getByText(/Nothing is kept for this address any more|The ticked rows are erased/),
      ).toBeVisible();
    },
  },
  {
    ...{ no: 15, words: "List who has not confirmed", who, screen: "/admin/students" },
    async walk(page) {
      await goTo(page, "Students");
      await page.getByRole("main").getByLabel("Login", { exact: true }).selectOption({ label: "Not confirmed" });
      await expect(page.getByRole("table", { name: "Students" })).toContainText("Bina Shah");
    },
  },
  {
    ...{ no: 16, words: "Give a new password", who, screen: "/admin/students/{id}" },
    async walk(page) {
      await find(page, "Asha Rao");
      await page.getByRole("button", { name: "New password" }).click();
      await page
        .getByRole("dialog")
        .getByRole("button", { name: /^(Make a code|Show a code instead)$/ })
        .click();
      await expect(page.getByRole("dialog").getByText(/^[0-9A-Z]{5}-[0-9A-Z]{5}$/)).toBeVisible();
    },
  },
  {
    ...{ no: 17, words: "Send a notice to class 7", who, screen: "/admin/notices/new" },
    async walk(page) {
      await goTo(page, /^Notices/);
      await page.getByRole("link", { name: "Write a notice" }).click();
      await type(page.getByLabel("Title"), "Reading week");
      await type(page.getByLabel("Text"), "Bring a book.");
      await type(page.getByLabel("Classes and sections"), "7");
      await page.getByRole("button", { name: "Save draft" }).click();
      await page.waitForURL(/\/admin\/notices\/[0-9a-f-]{36}$/);
      await page.getByRole("button", { name: "Publish", exact: true }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Publish now" }).click();
      await expect(page.getByText("Nobody was written to yet.", { exact: false })).toBeVisible();
    },
  },
  {
    ...{ no: 18, words: "Hand over to a second person", who, screen: "/admin/staff" },
    async walk(page) {
      await goTo(page, "Staff");
      await page.getByRole("button", { name: "Invite" }).click();
      const dialog = page.getByRole("dialog");
      await type(dialog.getByLabel("Name"), "Meera Iyer");
      await type(dialog.getByLabel("Email"), "meera@school.example");
      await dialog.getByText("Office", { exact: true }).click();
      await dialog.getByRole("button", { name: "Invite" }).click();
      await expect(dialog.getByText(/^[0-9A-Z]{5}-[0-9A-Z]{5}$/)).toBeVisible();
    },
  },
  {
    ...{ no: 19, words: "See what changed, and by whom", who, screen: "/admin/activity" },
    async walk(page) {
      await goTo(page, "Activity");
      await page.getByLabel("What happened", { exact: true }).selectOption({ label: "Notice published" });
      await expect(page.getByRole("table")).toContainText("Administrator");
    },
  },
  backupJob,
  {
    ...{ no: 21, words: "Move a class to the new year", who, screen: "/admin/students/promote" },
    async walk(page) {
      await goTo(page, "Students");
      await page.getByRole("button", { name: "More for Students" }).click();
      await page.getByRole("link", { name: "Promote to the next year" }).click();
      await page.waitForURL("**/admin/students/promote");
      await page.getByLabel("Class", { exact: true }).selectOption("7");
      await page.getByRole("button", { name: /^Promote \d+ students$/ }).click();
      await page
        .getByRole("alertdialog")
        .getByRole("button", { name: /^Promote/ })
        .click();
      await expect(page.getByRole("region", { name: "Promotions" })).toContainText("Class 7");
    },
  },
];
