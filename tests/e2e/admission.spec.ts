import { expect, type Page } from "@playwright/test";
import { expectAccessibleInBothSchemes, expectGoodLayout } from "../harness/axe";
import { consoleErrors, cut, field, hold, open, timePresence } from "../harness/browser-page";
import { test } from "../harness/fixtures";
import { enterAsAdmin } from "../harness/people";

const call = /\/api\/trpc\/services\.submit/;
const messageCall = /\/api\/trpc\/services\.sendMessage/;

let count = 0;

function newFamily() {
  count += 1;
  const mark = `${process.pid}.${Date.now()}.${count}`;
  return {
    Class: "6",
    Name: `Kavya Nair ${mark}`,
    "Parent Name": "Suresh Nair",
    Email: `nair.${mark}@home.example`,
    Phone: "+91 98220 12345",
    "Previous School": "Hill View School",
  };
}

type Family = ReturnType<typeof newFamily>;

async function fillIn(page: Page, { Class, ...texts }: Family) {
  await field(page, "Class").selectOption(Class);
  for (const [label, text] of Object.entries(texts)) await field(page, label).fill(text);
}

async function expectTyped(page: Page, family: Family) {
  for (const [label, text] of Object.entries(family)) await expect(field(page, label), label).toHaveValue(text);
}

const empty: Family = { Class: "", Name: "", "Parent Name": "", Email: "", Phone: "", "Previous School": "" };

test("the services page shows the four steps, the seats note and a form with all twelve classes", async ({ page }) => {
  await open(page, "/services");
  const steps = page.getByRole("region", { name: "How admission works" }).getByRole("listitem");
  await expect(steps).toHaveCount(4);
  const titles = [/fill the form/i, /submit/i, /confirmation within 2 business days/i, /complete enrollment/i];
  for (const [index, title] of titles.entries()) await expect(steps.nth(index)).toContainText(title);
  await expect(page.getByText(/limited seats.*2023-24 session/i)).toBeVisible();

  const names = ["Select a class", ...Array.from({ length: 12 }, (_, index) => `Class ${index + 1}`)];
  await expect(field(page, "Class").getByRole("option")).toHaveText(names);
  for (const label of ["Class", "Name", "Parent Name", "Email", "Phone"]) {
    await expect(field(page, label), label).toHaveAttribute("required");
  }
  await expect(field(page, "Previous School")).not.toHaveAttribute("required");
  await expect(field(page, "Email")).toHaveAttribute("type", "email");
  await expect(field(page, "Phone")).toHaveAttribute("type", "tel");

  await page.getByRole("button", { name: "Submit Application" }).click();
  await expect(field(page, "Class")).toBeFocused();
});

test("a sent application shows a thank-you for 3 seconds, and the form is empty again", async ({ page }) => {
  const family = newFamily();
  const timePanel = await timePresence(page, "main [role=status]");
  await open(page, "/services");
  const release = await hold(page, call);
  await fillIn(page, family);
  await page.getByRole("button", { name: "Submit Application" }).click();
  const busy = page.getByRole("button", { name: "Processing..." });
  await expect(busy).toBeDisabled();
  await expect(busy).toBeFocused();
  await expectTyped(page, family);
  release();

  const panel = page.getByRole("main").getByRole("status");
  await expect(panel).toContainText("Application submitted");
  await expect(panel).toContainText("2 business days");
  await expect(panel).toHaveCount(0);
  const shown = await timePanel();
  expect(shown).toBeGreaterThan(2_900);
  expect(shown).toBeLessThan(4_500);
  await expectTyped(page, empty);
  await expect(page.getByRole("button", { name: "Submit Application" })).toBeEnabled();
  await expect(page.getByText(/^We answer by (Mon|Tues|Wednes|Thurs|Fri|Satur)day, \d+ \w{3} \d{4}\.$/)).toBeVisible();
});

test("the number of a sent application is printed alone on a page, and leads to the form that follows it", async ({
  page,
}) => {
  const family = { ...newFamily(), Phone: "98220 12345 (father) / 98231 11111" };
  await page.addInitScript("window.printed = 0; window.print = () => { window.printed += 1; };");
  await open(page, "/services");
  await fillIn(page, family);
  await page.getByRole("button", { name: "Submit Application" }).click();
  const line = page.getByText(/^Your reference: /);
  await expect(line).toBeVisible();
  const number = (await line.textContent())?.slice("Your reference: ".length) ?? "";
  await page.getByRole("button", { name: "Print", exact: true }).click();
  expect(await page.evaluate("window.printed")).toBe(1);
  await page.emulateMedia({ media: "print" });
  for (const text of [`Your reference: ${number}`, /^Follow it at http/, /^We answer by /])
    await expect(page.getByText(text)).toBeVisible();
  await expect(page.getByText(`Application for ${family.Name}`)).toBeVisible();
  await expect(page.getByRole("button")).toHaveCount(0);
  await expect(page.getByLabel("Parent Name")).toBeHidden();
  const paper = (await page.pdf({ preferCSSPageSize: true })).toString("latin1");
  expect(paper.match(/\/Type \/Page\b/g)).toHaveLength(1);

  await page.emulateMedia({ media: "screen" });
  await page.getByRole("main").getByRole("link", { name: "Follow your application" }).last().click();
  await page.waitForURL(/\/admission#number=/);
  await expect(page.getByLabel("Number of the application")).toHaveValue(number);
  await page.goBack();
  await expect(line).toHaveText(`Your reference: ${number}`);
});

/** Sends the form of a family. Returns the number of its application. */
async function sendForm(page: Page, family: Family): Promise<string> {
  const { Class, Name: name, "Parent Name": parentName, Email: email, Phone: phone } = family;
  const data = { selectedClass: Number(Class), name, parentName, email, phone };
  return (await (await page.request.post("/api/services/submit", { data })).json()).reference;
}

async function follow(page: Page, number: string, family: Family) {
  await open(page, `/admission#number=${number}`);
  await field(page, "Email").fill(family.Email);
  await field(page, "Phone").fill(family.Phone);
  await page.getByRole("button", { name: "See my application" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(family.Name);
}

test("another child's number asks for that child's application while the first one is open", async ({ page }) => {
  const families = [newFamily(), newFamily()];
  const numbers: string[] = [];
  for (const family of families) numbers.push(await sendForm(page, family));
  const [first, second] = families;
  await open(page, `/admission#number=${numbers[0]}`);
  await field(page, "Email").fill(first?.Email ?? "");
  await field(page, "Phone").fill(first?.Phone ?? "");
  await page.getByRole("button", { name: "See my application" }).click();
  const heading = page.getByRole("heading", { level: 1 });
  await expect(heading).toHaveText(first?.Name ?? "");

  await page.goto("about:blank");
  await open(page, `/admission#number=${numbers[1]}`);
  await expect(field(page, "Number of the application")).toHaveValue(numbers[1] ?? "");
  await field(page, "Email").fill(second?.Email ?? "");
  await field(page, "Phone").fill(second?.Phone ?? "");
  await page.getByRole("button", { name: "See my application" }).click();
  await expect(heading).toHaveText(second?.Name ?? "");

  await page.goto("about:blank");
  await open(page, `/admission#token=${"x".repeat(43)}`);
  await page.getByRole("button", { name: "Open my application" }).click();
  await expect(heading).toHaveText(second?.Name ?? "");
  const refusal = page.getByText(/^This link was used, or is older/);
  await expect(refusal).toBeVisible();
  await page.getByRole("button", { name: "Close on this device" }).click();
  await expect(field(page, "Number of the application")).toBeVisible();
  await expect(page.getByRole("main")).toBeFocused();
  await expect(refusal).toHaveCount(0);

  await page.goto("about:blank");
  await open(page, `/admission#token=${"y".repeat(43)}`);
  await page.getByRole("button", { name: "Open my application" }).press("Enter");
  await expect(page.getByRole("main").locator(":focus")).toContainText(/^This link was used, or is older/);
});

/** Holds the scripts back until the returned function is called. */
async function holdScripts(page: Page) {
  let deliver = () => {};
  const delivered = new Promise<void>((resolve) => {
    deliver = resolve;
  });
  await page.route(/\/_next\/static\/.*\.js/, async (route) => {
    await delivered;
    await route.continue();
  });
  return () => deliver();
}

test("an address typed before the page reads the number from its URL stays and is sent with the number", async ({
  page,
}) => {
  const deliver = await holdScripts(page);
  const asked = page.waitForRequest(/services\.askToFollow/);
  await page.goto("/admission#number=K7Q2M9XM", { waitUntil: "commit" });
  await field(page, "Email").pressSequentially("nair@home.example");
  await field(page, "Phone").pressSequentially("98220 12345");
  await expect(field(page, "Number of the application")).toHaveValue("");
  deliver();
  await expect(field(page, "Number of the application")).toHaveValue("K7Q2M9XM");
  await expect(field(page, "Email")).toHaveValue("nair@home.example");
  await page.getByRole("button", { name: "See my application" }).click();
  expect((await asked).postDataJSON()["0"].json).toEqual({
    reference: "K7Q2M9XM",
    email: "nair@home.example",
    phone: "98220 12345",
  });
});

test("a number typed before the page reads one from its URL stays", async ({ page }) => {
  const deliver = await holdScripts(page);
  await page.goto("/admission#number=K7Q2M9XM", { waitUntil: "commit" });
  const number = field(page, "Number of the application");
  await number.pressSequentially("ZZZZ2222");
  deliver();
  // By now the page has read its URL.
  await page.waitForURL(/\/admission$/);
  await expect(number).toHaveValue("ZZZZ2222");
});

test("the number in a second link replaces that of the first link, but not a typed one", async ({ page }) => {
  await open(page, "/admission#number=K7Q2M9XM");
  const number = field(page, "Number of the application");
  await expect(number).toHaveValue("K7Q2M9XM");
  await page.goto("/admission#number=ABCD2345");
  await expect(number).toHaveValue("ABCD2345");
  await number.fill("ZZZZ2222");
  await page.goto("/admission#number=K7Q2M9XM");
  await page.waitForURL(/\/admission$/);
  await expect(number).toHaveValue("ZZZZ2222");
});

test("the thank-you message passes axe", async ({ page }) => {
  await page.clock.install();
  await open(page, "/services");
  await fillIn(page, newFamily());
  await page.getByRole("button", { name: "Submit Application" }).click();
  await expect(page.getByRole("main").getByRole("status")).toBeVisible();
  await expectGoodLayout(page);
});

test("the administrator reads the applications, with one open card at a time", async ({ page }) => {
  const [first, second] = [newFamily(), { ...newFamily(), "Previous School": "" }];
  for (const family of [first, second]) {
    const data = {
      selectedClass: Number(family.Class),
      name: family.Name,
      parentName: family["Parent Name"],
      email: family.Email,
      phone: family.Phone,
      previousSchool: family["Previous School"],
    };
    expect((await page.request.post("/api/services/submit", { data })).status()).toBe(201);
  }

  await enterAsAdmin(page);
  await open(page, "/admin/get-info");
  await expect(page.getByRole("heading", { level: 1, name: "Student Submissions" })).toBeVisible();
  const header = (family: { Name: string }) => page.getByRole("button", { name: family.Name });
  const card = (family: { Name: string }) => page.getByRole("listitem").filter({ has: header(family) });
  for (const text of [second.Name, "Class 6", "Suresh Nair"]) await expect(header(second)).toContainText(text);
  await expect(card(second).getByText(second.Email)).toBeHidden();

  await header(second).click();
  await expect(header(second)).toHaveAttribute("aria-expanded", "true");
  const body = card(second);
  await expect(body.getByText(second.Email)).toBeVisible();
  await expect(body.getByText(second.Phone)).toBeVisible();
  await expect(body.getByText("N/A", { exact: true })).toBeVisible();
  await expect(body.getByText("Submitted on")).toBeVisible();
  await expect(body.getByRole("time")).toHaveText(/^\d{1,2} \w{3,4} \d{4}, \d\d:\d\d$/);
  await expectGoodLayout(page);

  await header(first).click();
  await expect(card(first).getByText("Hill View School")).toBeVisible();
  await expect(header(second)).toHaveAttribute("aria-expanded", "false");
  await expect(card(second).getByText(second.Email)).toBeHidden();
  await header(first).click();
  await expect(page.getByRole("main").getByRole("button", { expanded: true })).toHaveCount(0);
});

test("a visitor's message needs the consent box and reaches the administrator", async ({ page, newPerson }) => {
  const { Name: name, Email: email } = newFamily();
  const text = `Is there a bus from Sitabuldi?\nAsks ${name}.`;
  const visitor = await newPerson();
  await open(visitor, "/contact");
  await field(visitor, "Name").fill(name);
  await field(visitor, "Email").fill(email);
  await field(visitor, "Message").fill(text);
  const consent = visitor.getByRole("checkbox", { name: "I agree with Terms of Use and Privacy Policy" });
  let sent = 0;
  visitor.on("request", (request) => {
    if (messageCall.test(request.url())) sent += 1;
  });
  await visitor.getByRole("button", { name: "Send Message" }).click();
  await expect(consent).toBeFocused();
  expect(await consent.evaluate((box: HTMLInputElement) => box.validity.valueMissing)).toBe(true);
  expect(sent).toBe(0);

  await consent.check();
  const release = await hold(visitor, messageCall);
  await visitor.getByRole("button", { name: "Send Message" }).click();
  await expect(visitor.getByRole("button", { name: "Sending..." })).toBeDisabled();
  release();
  await expect(visitor.getByRole("main").getByRole("status")).toContainText("Message sent");
  expect(sent).toBe(1);
  await expectGoodLayout(visitor);
  await visitor.getByRole("button", { name: "Write another message" }).click();
  for (const label of ["Name", "Email", "Message"]) await expect(field(visitor, label)).toHaveValue("");
  await expect(consent).not.toBeChecked();

  await enterAsAdmin(page);
  await open(page, "/admin/get-info");
  const message = page.getByRole("listitem").filter({ has: page.getByRole("heading", { name }) });
  await expect(message).toContainText(/Is there a bus from Sitabuldi\?\s+Asks/);
  await expect(message).toContainText(email);
});

test.describe("without a network", () => {
  test.use({ expectedErrors: consoleErrors.cut });

  test("a failed application shows a red box and keeps the input", async ({ page }) => {
    const family = newFamily();
    await open(page, "/services");
    const mend = await cut(page, call);
    await fillIn(page, family);
    await page.getByRole("button", { name: "Submit Application" }).click();
    const box = page.getByRole("main").getByRole("alert");
    await expect(box).toHaveText("Something went wrong. Please try again.");
    await expectTyped(page, family);
    await expect(page.getByRole("button", { name: "Submit Application" })).toBeEnabled();
    await expectGoodLayout(page);

    await mend();
    await page.getByRole("button", { name: "Submit Application" }).click();
    await expect(box).toHaveCount(0);
    await expect(page.getByRole("main").getByRole("status")).toContainText("Application submitted");
  });

  test("a failed message keeps the input", { tag: "@long" }, async ({ page }) => {
    await open(page, "/contact");
    await cut(page, messageCall);
    await field(page, "Name").fill("Suresh Nair");
    await field(page, "Email").fill("nair@home.example");
    await field(page, "Message").fill("Is there a bus?");
    await page.getByRole("checkbox").check();
    await page.getByRole("button", { name: "Send Message" }).click();
    await expect(page.getByRole("main").getByRole("alert")).toHaveText("Something went wrong. Please try again.");
    await expect(field(page, "Message")).toHaveValue("Is there a bus?");
    await expect(field(page, "Name")).toHaveValue("Suresh Nair");
    await expect(page.getByRole("checkbox")).toBeChecked();
    await expectAccessibleInBothSchemes(page);
  });

  test("submissions that fail to load show an error, and Try Again loads them", { tag: "@long" }, async ({ page }) => {
    await enterAsAdmin(page);
    const mend = await cut(page, /\/api\/trpc\/services\./);
    await open(page, "/admin/get-info");
    await expect(page.getByText("Something went wrong while fetching data")).toBeVisible();
    await expectAccessibleInBothSchemes(page);
    await mend();
    await page.getByRole("alert").getByRole("button", { name: "Try Again" }).first().click();
    await expect(page.getByText("Something went wrong while fetching data")).toHaveCount(0);
    await expect(page.getByRole("alert").filter({ hasText: /./ })).toHaveCount(0);
  });
});

test.describe("server-side rejections", () => {
  test.use({ expectedErrors: consoleErrors.refused });

  test("a tab with one child's application cannot withdraw another child's, opened in a second tab", async ({
    page,
    context,
  }) => {
    const [first, second] = [newFamily(), newFamily()];
    const number = await sendForm(page, first);
    await follow(page, number, first);
    await page.goto("about:blank");
    await open(page, `/admission#number=${number}`);
    await field(page, "Your message").fill(`About ${first.Name}.`);
    await follow(await context.newPage(), await sendForm(page, second), second);
    await page.getByRole("button", { name: "Withdraw the application" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Withdraw", exact: true }).click();
    await expect(page.getByText(/^Another application has since been opened in this browser/).first()).toBeVisible();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(second.Name);
    await expect(page.getByRole("button", { name: "Withdraw the application" })).toBeVisible();
    await expect(field(page, "Your message")).toHaveValue("");
  });

  test("a rejected application shows the error at its field and keeps the input", async ({ page }) => {
    const family = { ...newFamily(), Phone: "ask my father", "Parent Name": "   " };
    await open(page, "/services");
    await fillIn(page, family);
    await page.getByRole("button", { name: "Submit Application" }).click();
    await expect(field(page, "Phone")).toHaveAccessibleDescription(/Please enter a valid phone number\./);
    await expect(field(page, "Parent Name")).toHaveAccessibleDescription(/Parent Name is required\./);
    await expect(field(page, "Parent Name")).toBeFocused();
    await expect(page.getByRole("main").getByRole("alert")).toHaveCount(0);
    await expectTyped(page, family);
    await expectGoodLayout(page);
  });
});
