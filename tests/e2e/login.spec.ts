import { readFile } from "node:fs/promises";
import { expect, type Page } from "@playwright/test";
import { expectGoodLayout } from "../harness/axe";
import { consoleErrors, hold, open } from "../harness/browser-page";
import { test } from "../harness/fixtures";
import {
  enterAs,
  enterAsAdmin,
  logIn,
  logInAsAdmin,
  logInAtOffice,
  newStudent,
  newStudentIn,
  register,
  signUp,
} from "../harness/people";
import { administrator } from "../harness/product";

const stored = (key: string) => `localStorage.getItem(${JSON.stringify(key)})`;

test("a student signs up, logs in, sees the side panel and logs out", async ({ page, context }) => {
  const student = newStudent();
  await signUp(page, student);
  expect(await page.evaluate(stored("user"))).toBeNull();
  expect(await context.cookies()).not.toContainEqual(
    expect.objectContaining({ name: expect.stringMatching(/session/) }),
  );

  await logIn(page, student);
  await page.waitForURL(/\/$/);
  const account = JSON.parse(String(await page.evaluate(stored("user"))));
  expect(account).toEqual({ _id: expect.any(String), name: student.name, email: student.email, role: "user" });
  expect(await page.evaluate(stored("userEmail"))).toBe(student.email);

  const [cookie] = (await context.cookies()).filter(({ name }) => name.endsWith("session-token"));
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: "Lax", expires: -1 });

  await page.getByRole("button", { name: "Dashboard" }).click();
  const panel = page.getByRole("dialog");
  await expect(panel.getByRole("link", { name: "Results" })).toHaveAttribute("href", "/user/results");
  await expect(panel.getByRole("link", { name: "My Materials" })).toHaveAttribute("href", "/user/my-materials");
  // w-72, with tolerance for rounding during the animation.
  await expect.poll(async () => Math.round((await panel.boundingBox())?.width ?? 0)).toBe(288);
  await page.keyboard.press("Escape");
  await expect(panel).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Dashboard" })).toBeFocused();

  await open(page, "/login");
  await page.waitForURL("**/user/results");

  await open(page, "/");
  await page.getByRole("button", { name: "Dashboard" }).click();
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(page.getByRole("link", { name: "Register" })).toBeVisible();
  expect(await page.evaluate("Object.keys(localStorage).filter((key) => key.startsWith('user'))")).toEqual([]);

  // The session has ended on the server, too.
  await context.addCookies(cookie ? [cookie] : []);
  await open(page, "/user/results");
  await page.waitForURL("**/login?next=*");
});

test("the administrator logs in, the browser stores only their name, and the office opens", async ({ page }) => {
  await logInAsAdmin(page);
  const account = JSON.parse(String(await page.evaluate(stored("user"))));
  const rights = ["member", "staff", "teaching", "office", "administrator"];
  expect(account).toEqual({ name: "Administrator", username: administrator.username, role: "admin", rights });
  expect(await page.evaluate(stored("userEmail"))).toBeNull();
  await open(page, "/login");
  await page.waitForURL("**/admin/upload-materials");
  await open(page, "/dashboard");
  await page.waitForURL("**/admin/upload-materials");
});

test("Remember me keeps the cookie for 30 days", async ({ page, context }) => {
  const student = newStudent();
  await register(page, student);
  await open(page, "/login");
  await page.getByLabel("Remember me").check();
  await logIn(page, student);
  await page.waitForURL(/\/$/);
  const cookie = (await context.cookies()).find(({ name }) => name.endsWith("session-token"));
  const days = ((cookie?.expires ?? 0) - Date.now() / 1000) / 86_400;
  expect(days).toBeGreaterThan(29.9);
  expect(days).toBeLessThan(30.1);
});

test("guarded pages redirect visitors to the login, and the login leads back", async ({ page }) => {
  for (const path of ["/admin", "/admin/upload-materials", "/user", "/user/results", "/dashboard"]) {
    await open(page, path);
    await expect(page).toHaveURL(/\/login(\?next=|$)/);
  }
  const student = newStudent();
  await register(page, student);
  await open(page, "/user/my-materials");
  await logIn(page, student);
  await page.waitForURL("**/user/my-materials");
  await open(page, "/admin/upload-materials");
  await expect(page).toHaveURL(/\/login\?next=|\/user/);
});

for (const address of ["/admin/get-info?view=due", "/admin/students?q=x"]) {
  test(`the login leads back to the view and filter of a guarded page: ${address}`, async ({ page }) => {
    await open(page, address);
    await page.waitForURL(`**/login?next=${encodeURIComponent(address)}`);
    await page.getByLabel("Username").fill(administrator.username);
    await page.getByLabel("Password", { exact: true }).fill(administrator.password);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.waitForURL(`**${address}`);
  });
}

test("the login does not redirect to another site", async ({ page }) => {
  const student = newStudent();
  await register(page, student);
  await open(page, `/login?next=${encodeURIComponent("//evil.example/")}`);
  await logIn(page, student);
  await page.waitForURL(/localhost:\d+\/$/);
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 360, height: 740 } });

  /** The controls of the page that a toast covers; undefined while there is no toast. */
  function coveredByToasts(page: Page) {
    return page.evaluate(() => {
      const toasts = [...document.querySelectorAll("[data-sonner-toast]")].map((one) => one.getBoundingClientRect());
      const controls = [...document.querySelectorAll("a[href], button, input, select, textarea")];
      const beside = controls.filter((one) => !one.closest("[data-sonner-toaster]") && one.checkVisibility());
      const covered = beside.filter((one) => {
        const { left, right, top, bottom, width } = one.getBoundingClientRect();
        return toasts.some(
          (toast) => width > 1 && left < toast.right && right > toast.left && top < toast.bottom && bottom > toast.top,
        );
      });
      return toasts.length > 0 ? covered.map((one) => one.outerHTML) : undefined;
    });
  }

  test("a toast covers no control of the page, wherever the page is scrolled to", async ({ page }) => {
    for (const path of ["/admin/add-results", "/admin/upload-materials", "/admin/account"]) {
      await page.context().clearCookies();
      await open(page, `/login?next=${path}`);
      await logInAtOffice(page, administrator);
      await page.waitForURL(`**${path}`);
      const toast = page.getByRole("region", { name: "Notifications" }).getByRole("listitem");
      await expect(toast).toBeVisible();
      // A toast under the pointer stays.
      await toast.hover();
      for (const part of [0, 0.5, 1]) {
        await page.evaluate((to) => window.scrollTo(0, to * document.body.scrollHeight), part);
        await expect.poll(() => coveredByToasts(page), `${path}, scrolled ${part}`).toEqual([]);
      }
    }
  });
});

test.describe("a refused login", () => {
  // The browser itself writes this line; the product writes none.
  test.use({ expectedErrors: [/^console error: Failed to load resource: the server responded with a status of 401/] });

  test("shows the specified message, keeps the input and logs nothing", async ({ page }) => {
    await open(page, "/login");
    await logIn(page, { email: "nobody@school.example", password: "not this one" });
    await expect(page.getByText("Invalid email or password")).toBeVisible();
    await expect(page.getByLabel("Email Address")).toHaveValue("nobody@school.example");

    await logInAtOffice(page, { username: "admin", password: "not this one" });
    await expect(page.getByText("Invalid admin credentials")).toBeVisible();
  });
});

test.describe("rejected input", () => {
  test.use({ expectedErrors: [/401|409|400|Failed to (load|fetch)|TRPCClientError|already exists/] });

  test("signup shows each error", async ({ page }) => {
    const student = newStudent();
    await register(page, student);
    await open(page, "/signup");
    await page.getByLabel("Full Name").fill(student.name);
    await page.getByLabel("Email Address").fill(student.email.toUpperCase());
    await page.getByLabel("Password", { exact: true }).fill("short");
    await page.getByLabel("Confirm Password", { exact: true }).fill("other");
    await page.getByRole("checkbox").check();
    await page.getByRole("button", { name: "Create Account" }).click();
    await expect(page.getByText("Password must be at least 6 characters")).toBeVisible();
    await expect(page.getByText("Passwords do not match")).toBeVisible();

    await page.getByLabel("Password", { exact: true }).fill("long enough");
    await page.getByLabel("Confirm Password", { exact: true }).fill("long enough");
    await page.getByRole("button", { name: "Create Account" }).click();
    await expect(page.getByText("An account with this email already exists")).toBeVisible();
    await expect(page.getByLabel("Full Name")).toHaveValue(student.name);

    const email = `new.${student.email}`;
    await page.getByLabel("Email Address").fill(email);
    await page.getByRole("button", { name: "Create Account" }).click();
    await page.waitForURL("**/login");
    await expect(page.getByLabel("Email Address")).toHaveValue(email);
    await page.reload();
    await expect(page.getByLabel("Email Address")).toHaveValue("");
  });

  test("an unreachable server shows that something went wrong", async ({ page }) => {
    await open(page, "/login");
    await page.route("**/api/auth/**", (route) => route.abort());
    await logIn(page, { email: "asha@school.example", password: "mango-river-9" });
    await expect(page.getByText("Something went wrong. Please try again.")).toBeVisible();
    await expect(page.getByLabel("Email Address")).toHaveValue("asha@school.example");
    await expect(page.locator("[aria-invalid]")).toHaveCount(0);
  });
});

test("the password can be shown, and is hidden again in the next form", async ({ page }) => {
  await open(page, "/login");
  await page.getByLabel("Password", { exact: true }).fill("mango");
  await page.getByRole("button", { name: "Show password" }).click();
  await expect(page.getByLabel("Password", { exact: true })).toHaveAttribute("type", "text");
  await page.reload();
  await expect(page.getByLabel("Password", { exact: true })).toHaveAttribute("type", "password");
});

test("a changed name appears in the greeting, and the data can be exported", async ({ page }) => {
  const student = await newStudentIn(page);
  await open(page, "/user/account");
  await expect(page.getByText("The institute sends no email at present")).toBeVisible();
  await expect(page.getByRole("radio")).toHaveCount(0);
  const unsaved = page.getByText("Not saved yet");
  await expect(unsaved).toBeHidden();
  await expect(page.getByRole("button", { name: "Save name" })).toBeHidden();
  await page.getByLabel("Full Name").fill("  Nila Sen ");
  await expect(unsaved).toBeVisible();
  await page.getByRole("button", { name: "Save name" }).click();
  await expect(page.getByText("Your name is saved.")).toBeVisible();
  await expect(unsaved).toBeHidden();
  await expect(page.locator("form").filter({ has: page.getByLabel("Full Name") })).toBeFocused();
  expect(JSON.parse(String(await page.evaluate(stored("user")))).name).toBe("Nila Sen");

  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download my data" }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe("lyceum-my-data.json");
  const data = JSON.parse(await readFile(await download.path(), "utf8"));
  expect(data.account).toMatchObject({ name: "Nila Sen", email: student.email });

  await open(page, "/about");
  await page.getByRole("button", { name: "Dashboard" }).click();
  await expect(page.getByRole("dialog", { name: "Nila Sen" })).toBeVisible();
  await open(page, "/user/results");
  await expect(page.getByRole("heading", { name: "Welcome, Nila Sen!" })).toBeVisible();
});

test("signing out everywhere ends the sessions of all browsers", async ({ page, newPerson }) => {
  const student = await newStudentIn(page);
  const elsewhere = await newPerson();
  await enterAs(elsewhere, student);

  await open(page, "/user/account");
  await page.getByRole("button", { name: "Sign out everywhere" }).click();
  await page.waitForURL("**/login");
  await expect(page.getByText("You are signed out everywhere.")).toBeVisible();
  expect(await page.evaluate("Object.keys(localStorage).filter((key) => key.startsWith('user'))")).toEqual([]);
  for (const one of [page, elsewhere]) {
    await open(one, "/user/account");
    await one.waitForURL("**/login?next=*");
  }
});

test.describe("account page with errors", () => {
  test.use({ expectedErrors: consoleErrors.refused });

  test("a wrong password is shown at the field, and the right one then changes the password", async ({ page }) => {
    const student = await newStudentIn(page);
    await open(page, "/user/account");
    const fill = async (current: string, next: string, again = next) => {
      await page.getByLabel("Current Password").fill(current);
      await page.getByLabel("New Password").fill(next);
      await page.getByLabel("Confirm Password", { exact: true }).fill(again);
      await page.getByRole("button", { name: "Save the new password" }).click();
    };
    await expect(page.getByLabel("Current Password")).toBeHidden();
    await page.locator("summary", { hasText: "Change password" }).click();
    await fill(student.password, "short", "other");
    await expect(page.getByText("Password must be at least 6 characters")).toBeVisible();
    await expect(page.getByText("Passwords do not match")).toBeVisible();
    await fill("not this one", "a new green hill");
    await expect(page.getByText("This is not your current password.")).toBeVisible();
    await expect(page.getByLabel("Current Password")).toBeFocused();
    await expectGoodLayout(page);
    await fill(student.password, "a new green hill");
    await expect(page.getByText("Your password is changed.")).toBeVisible();
    await expect(page.getByLabel("Current Password")).toHaveValue("");
    await expect(page.getByLabel("Current Password")).toBeHidden();
    await expect(page.locator("summary", { hasText: "Change password" })).toBeFocused();

    await page.getByLabel("Full Name").fill("   ");
    await page.getByRole("button", { name: "Save name" }).click();
    await expect(page.getByText("Name is required.")).toBeVisible();
  });

  test("deleting the account requires the password", async ({ page }) => {
    const student = await newStudentIn(page);
    await open(page, "/user/account");
    await page.getByRole("button", { name: "Delete my account" }).click();
    const dialog = page.getByRole("alertdialog", { name: "Delete your account?" });
    await expect(dialog.getByLabel("Your Password")).toBeFocused();
    await dialog.getByLabel("Your Password").fill("not this one");
    await page.keyboard.press("Enter");
    await expect(dialog.getByText("This is not your current password.")).toBeVisible();
    await expectGoodLayout(page);
    await dialog.getByLabel("Your Password").fill(student.password);
    await dialog.getByRole("button", { name: "Delete my account" }).click();
    await page.waitForURL(/\/$/);
    await expect(page.getByText("Your account is deleted.")).toBeVisible();
    await expect(page.getByRole("link", { name: "Register" })).toBeVisible();
    await open(page, "/login");
    await logIn(page, student);
    await expect(page.getByText("Invalid email or password")).toBeVisible();
  });

  test("a locked login shows how long to wait", async ({ page }) => {
    const { email } = newStudent();
    for (let time = 0; time < 5; time += 1) {
      const data = { email, password: `not this one ${time}` };
      expect((await page.request.post("/api/student/login", { data })).status()).toBe(401);
    }
    await open(page, "/login");
    await logIn(page, { email, password: "nor this one" });
    const refusal = page.getByRole("main").getByRole("alert");
    await expect(refusal).toContainText("There were too many tries. Please try again in 15 minutes.");
    await expectGoodLayout(page);
    await refusal.getByRole("link", { name: "Forgot your password?" }).click();
    await page.waitForURL("**/forgot-password");
  });

  test("an invalid link leads to the page that sends a new one", async ({ page }) => {
    await open(page, "/reset-password#token=guess");
    await page.getByLabel("New Password").fill("a new green hill");
    await page.getByLabel("Confirm Password", { exact: true }).fill("a new green hill");
    await expect(page).not.toHaveURL(/guess/);
    await page.getByRole("button", { name: "Save the password" }).click();
    await expect(page.getByText("This link has been used or has expired.")).toBeVisible();
    await expectGoodLayout(page);
    await page.getByRole("link", { name: "Ask for a new link" }).click();
    await page.waitForURL("**/forgot-password");
    for (const path of ["/reset-password", "/confirm-email"]) {
      await open(page, path);
      await expect(page.getByText("This link is incomplete.")).toBeVisible();
    }
    await expectGoodLayout(page);
  });
});

test("without a mail server, a forgotten password refers to the institute", async ({ page }) => {
  await open(page, "/login");
  await page.getByRole("link", { name: "Forgot your password?" }).click();
  await page.waitForURL("**/forgot-password");
  await expect(page.getByText("Are you an administrator?")).toBeVisible();
  await expect(page.getByRole("button", { name: "Send the link" })).toHaveCount(0);
  await expect(page.getByRole("heading", { name: "This website does not send email" })).toBeVisible();
  const main = page.getByRole("main");
  await expect(main.getByRole("listitem").first()).toContainText("Ask the office for a code");
  await expect(main.getByRole("link", { name: "+91 712 555 0142" })).toHaveAttribute("href", "tel:+917125550142");
  await expect(main.getByRole("link", { name: "hello@lyceum.example" })).toBeVisible();
  await expect(main.getByRole("link", { name: "Use a code" })).toHaveAttribute("href", "/join");
  await expectGoodLayout(page);
  await page.getByRole("link", { name: "Back to the login" }).click();
  await page.waitForURL("**/login");
});

test("a name typed before the scripts load can be saved", async ({ page }) => {
  await newStudentIn(page);
  const release = await hold(page, /\/_next\/static\/.*\.js/);
  await page.goto("/user/account", { waitUntil: "commit" });
  await page.getByLabel("Full Name").fill("Nila Sen");
  release();
  await page.getByRole("button", { name: "Save name" }).click();
  await expect(page.getByText("Your name is saved.")).toBeVisible();
});

test("the administrator has an account page, too", async ({ page }) => {
  await enterAsAdmin(page);
  await open(page, "/admin/account");
  await expect(page.getByRole("heading", { level: 2 })).toHaveText(["You", "Sign-in and security", "Your data"]);
  await expect(page.getByRole("heading", { level: 3 })).toHaveText([
    ...["Name", "Your work here", "Password", "Two-step login", "Sessions", "A copy of your data"],
  ]);
  await open(page, "/user/account");
  await page.waitForURL((url) => url.pathname !== "/user/account");
});
