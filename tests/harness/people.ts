import { expect, type Page } from "@playwright/test";
import { listening, open } from "./browser-page";
import { administrator, studentPassword } from "./product";

/** Logs in to the admin side with the form of the open login page. */
export async function logInAtOffice(page: Page, { username, password }: typeof administrator): Promise<void> {
  await page.getByText("Admin", { exact: true }).click();
  await page.getByLabel("Username").fill(username);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
}

/** Logs the administrator in with the form and waits for the office. */
export async function logInAsAdmin(page: Page): Promise<void> {
  await open(page, "/login");
  await logInAtOffice(page, administrator);
  await page.waitForURL("**/admin/upload-materials");
}

/** Logs in without the form: the page's context gets the cookies. */
async function enter(page: Page, provider: "admin" | "user", credentials: Record<string, string>): Promise<void> {
  const { csrfToken } = (await (await page.request.get("/api/auth/csrf")).json()) as { csrfToken: string };
  const form = { csrfToken, ...credentials, json: "true" };
  const answer = await page.request.post(`/api/auth/callback/${provider}`, { form });
  expect(answer.status(), await answer.text()).toBe(200);
}

/** Logs the administrator in without the form. */
export const enterAsAdmin = (page: Page) => enter(page, "admin", administrator);

/** Logs a student in without the form. */
export const enterAs = (page: Page, { email, password }: Student) => enter(page, "user", { email, password });

let count = 0;

export function newStudent() {
  count += 1;
  const email = `asha.${process.pid}.${Date.now()}.${count}@school.example`;
  return { name: "Asha Rao", email, password: studentPassword };
}

export type Student = ReturnType<typeof newStudent>;

/** Signs up without the form. */
export async function register(page: Page, student: Student): Promise<void> {
  const answer = await page.request.post("/api/student/signup", { data: student });
  expect(answer.status(), await answer.text()).toBe(201);
}

/** A new student, signed up and logged in without the forms. */
export async function newStudentIn(page: Page): Promise<Student> {
  const student = newStudent();
  await register(page, student);
  await enterAs(page, student);
  return student;
}

/** Signs up with the form and waits for the login page. */
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

export async function logIn(page: Page, { email, password }: Pick<Student, "email" | "password">): Promise<void> {
  await listening(page);
  await page.getByLabel("Email Address").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
}
