import type { Page } from "@playwright/test";
import { administrator, studentPassword } from "./product";
import { listening, open } from "./screen";

/** Logs the administrator in by the form and waits for the administrator's area. */
export async function logInAsAdmin(page: Page): Promise<void> {
  await open(page, "/login");
  await page.getByText("Admin", { exact: true }).click();
  await page.getByLabel("Username").fill(administrator.username);
  await page.getByLabel("Password", { exact: true }).fill(administrator.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL("**/admin/upload-materials");
}

let count = 0;

/** A student nobody else in this run is. */
export function newStudent() {
  count += 1;
  const email = `asha.${process.pid}.${Date.now()}.${count}@school.example`;
  return { name: "Asha Rao", email, password: studentPassword };
}

export type Student = ReturnType<typeof newStudent>;

/** Makes an account by the form and waits for the login. */
export async function signUp(page: Page, { name, email, password }: Student): Promise<void> {
  await open(page, "/signup");
  await page.getByLabel("Full Name").fill(name);
  await page.getByLabel("Email Address").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByLabel("Confirm Password", { exact: true }).fill(password);
  await page.getByRole("checkbox").check();
  await page.getByRole("button", { name: "Create Account" }).click();
  await page.waitForURL("**/login");
}

/** Logs a student in by the form that is shown. */
export async function logIn(page: Page, { email, password }: Pick<Student, "email" | "password">): Promise<void> {
  await listening(page);
  await page.getByLabel("Email Address").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
}
