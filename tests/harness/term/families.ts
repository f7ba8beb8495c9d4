import { expect } from "@playwright/test";
import { field } from "../browser-page";
import { studentPassword } from "../product";
import { goTo, retype, type } from "./hand";
import type { Job } from "./term";

/** The family's application. */
const family = { name: "Kavya Nair", parent: "Suresh Nair", email: "nair@home.example", phone: "9822012345" };

/** Jobs 22 to 30: students, parents and visitors. */
export const familyJobs: Job[] = [
  {
    ...{ no: 22, words: "See the results over time", who: "student", screen: "/user/results" },
    async walk(page) {
      await goTo(page, /^Results/);
      await expect(page.getByRole("article", { name: "Academic Results" })).toContainText("75.0%");
      await expect(page.getByRole("main")).toContainText("Unit Test 1");
    },
  },
  {
    ...{ no: 23, words: "Open a material of the class", who: "student", screen: "/user/my-materials" },
    async walk(page) {
      await goTo(page, "My Materials");
      const opened = page.context().waitForEvent("page");
      await page
        .getByRole("link", { name: /Leaves/ })
        .first()
        .click();
      await (await opened).close();
    },
  },
  {
    ...{ no: 24, words: "See the next tests", who: "student", screen: "/user/today" },
    async walk(page) {
      await expect(page.getByRole("main")).toContainText("Biology");
    },
  },
  {
    ...{ no: 25, words: "Be told of news", who: "student", screen: "/user/notices" },
    async walk(page, { subjectsTo, mailsFor, sql }) {
      const [{ id: email = "" } = {}] = await sql("select email as id from users where name = 'Asha Rao'");
      await expect.poll(() => subjectsTo(email), { timeout: 20_000 }).toContain("Reading week");
      const mail = mailsFor(email).find((one) => one.mail.subject === "Reading week");
      // The mail program opens the link.
      await page.goto(/\/user\/notices\/[0-9a-f-]{36}/.exec(mail?.mail.text ?? "")?.[0] ?? "");
      await expect(page.getByRole("heading", { level: 1, name: "Reading week" })).toBeVisible();
    },
  },
  {
    ...{ no: 27, words: "See both children", who: "parent", screen: "/user/results" },
    async walk(page) {
      await page.getByRole("link", { name: "Results, Asha Rao" }).click();
      await expect(page.getByRole("article", { name: "Academic Results" })).toContainText("75.0%");
      await page.getByRole("navigation", { name: "Children" }).getByRole("link", { name: /Rohan/ }).click();
      await expect(page.getByRole("article", { name: "Academic Results" })).toContainText("50.0%");
    },
  },
  {
    ...{ no: 28, words: "Decide: what is taught, when, and where", who: "visitor", screen: "/services" },
    async walk(page) {
      const main = page.getByRole("navigation", { name: "Main" });
      await main.getByRole("link", { name: "Services" }).click();
      await expect(page.getByRole("main")).toContainText("What we teach");
      await page
        .getByRole("contentinfo")
        .getByRole("link", { name: /^Contact/ })
        .first()
        .click();
      await expect(page.getByRole("main")).toContainText("+91");
    },
  },
  {
    ...{ no: 29, words: "Apply for admission", who: "visitor", screen: "/services" },
    async walk(page) {
      await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Services" }).click();
      await field(page, "Class").selectOption("6");
      await type(field(page, "Name"), family.name);
      await type(field(page, "Parent Name"), family.parent);
      await type(field(page, "Email"), family.email);
      await type(field(page, "Phone"), family.phone);
      await page.getByRole("button", { name: "Submit Application" }).click();
      await expect(page.getByText(/Your reference: /)).toBeVisible();
    },
  },
  {
    ...{ no: 30, words: "Follow the application", who: "visitor", screen: "/admission" },
    async walk(page, { sql, mailsFor }) {
      const [{ id: reference = "" } = {}] = await sql("select reference as id from submissions where email = $1", [
        family.email,
      ]);
      const links = () =>
        mailsFor(family.email).flatMap(({ mail }) => /\/admission#token=[\w-]{43}/.exec(mail.text ?? "")?.[0] ?? []);
      await page.goto(`/admission#number=${reference}`);
      await type(page.getByLabel("Email", { exact: true }), family.email);
      await page.getByRole("button", { name: "Send me a link" }).click();
      await expect.poll(() => links().length, { timeout: 60_000 }).toBe(1);
      await page.goto("about:blank");
      await page.goto(links()[0] ?? "");
      await page.getByRole("button", { name: "Open my application" }).click();
      await expect(page.getByRole("region", { name: "Where it stands" })).toBeVisible();
    },
  },
  {
    ...{
      no: 26,
      words: "Change the password, get the data, delete the account",
      who: "student",
      screen: "/user/account",
    },
    async walk(page) {
      const next = "nine green lanterns";
      await goTo(page, "Account");
      await page.locator("summary", { hasText: "Change password" }).click();
      await type(page.getByLabel("Current Password"), studentPassword);
      await type(page.getByLabel("New Password"), next);
      await type(page.getByLabel("Confirm Password", { exact: true }), next);
      await page.getByRole("button", { name: "Save the new password" }).click();
      await expect(page.getByText("Your password is changed.", { exact: false }).first()).toBeVisible();
      const download = page.waitForEvent("download");
      await page.getByRole("button", { name: "Download my data" }).click();
      await download;
      await page.getByRole("button", { name: /^(Delete my account|Close my login)$/ }).click();
      const question = page.getByRole("alertdialog").or(page.getByRole("dialog"));
      await retype(question.getByLabel(/Password/), next);
      await question.getByRole("button", { name: /^(Delete|Close)/ }).click();
      await page.waitForURL(/\/(login)?$/);
    },
  },
];
