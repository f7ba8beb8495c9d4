import { expect, type Locator, type Page, test } from "@playwright/test";
import { expectGoodLayout } from "../harness/axe";
import { call } from "../harness/browser-call";
import { open } from "../harness/browser-page";
import { ownProduct } from "../harness/own-product";
import { enterAsAdmin } from "../harness/people";
import { startSmtp } from "../harness/smtp";

type Family = { name: string; selectedClass?: number; parentName?: string; email: string; phone: string };
type Sent = Family & { _id: string; reference: string };

const product = ownProduct("admission-journey", { mail: startSmtp });

const dayFrom = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** The clicks of each task, as the report shows them. */
const clicks = new Map<string, number>();
let task = "";

async function press(locator: Locator) {
  clicks.set(task, (clicks.get(task) ?? 0) + 1);
  await locator.click();
}

async function apply(page: Page, family: Family): Promise<Sent> {
  const { selectedClass = 7, parentName = `Parent of ${family.name}` } = family;
  const answer = await page.request.post("/api/services/submit", { data: { ...family, selectedClass, parentName } });
  expect(answer.status(), await answer.text()).toBe(201);
  return { ...family, ...((await answer.json()) as { _id: string; reference: string }) };
}

/** Opens an application from its row in the list. */
async function choose(page: Page, { name, reference }: Sent) {
  await open(page, `/admin/get-info?view=all&q=${reference}`);
  await press(page.getByRole("table").getByRole("link", { name }));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(name);
}

/** Moves an application to a step. Without a message, no email is sent. */
async function move(page: Page, to: string, verb: string, fill?: () => Promise<void>) {
  await page.getByLabel("Step", { exact: true }).selectOption(to);
  clicks.set(task, (clicks.get(task) ?? 0) + 1);
  await fill?.();
  await press(page.getByRole("button", { name: new RegExp(`^${verb}( and stop the clock)?$`) }));
  await expect(page.getByText(/^The application is now: /).first()).toBeVisible();
}

async function enrol(page: Page, { name }: Sent, guardians: (string | { index: number })[]) {
  await press(page.getByRole("link", { name: "Enrol", exact: true }));
  await page.waitForURL("**/enrol");
  const section = page.locator("main form [name=section]");
  await section.fill("B");
  const invite = page.getByLabel("Email the codes", { exact: true });
  await invite.uncheck();
  await page.reload();
  await expect(section).toHaveValue("B");
  await expect(invite).not.toBeChecked();
  await invite.check();
  for (const [index, meant] of guardians.entries())
    await page.getByLabel("Guardian", { exact: true }).nth(index).selectOption(meant);
  await press(page.getByRole("button", { name: `Enrol ${name} in Class 7` }));
  await page.waitForURL(/get-info\/[\w-]+$/);
  await expect(page.getByText("Enrolled", { exact: true }).first()).toBeVisible();
}

/** Opens an application on the family's phone by a mailed link. */
async function follow(phone: Page, { reference, email, name }: Sent) {
  const tokens = () =>
    product.smtp
      .mailsFor(email)
      .flatMap(({ mail }) => /\/admission#token=([\w-]{43})/.exec(mail.text ?? "")?.[1] ?? []);
  const before = tokens().length;
  await phone.context().clearCookies();
  // Changing only the part behind the `#` would not load the page.
  await phone.goto("about:blank");
  await open(phone, `/admission#number=${reference}`);
  await expect(phone.getByLabel("Number of the application")).toHaveValue(reference);
  await phone.getByLabel("Email", { exact: true }).fill(email);
  await press(phone.getByRole("button", { name: "Send me a link" }));
  await expect.poll(() => tokens().length, { timeout: 20_000 }).toBe(before + 1);
  await phone.getByRole("button", { name: "Ask again" }).press("Enter");
  await expect(phone.getByRole("main")).toBeFocused();
  await phone.goto("about:blank");
  await open(phone, `/admission#token=${tokens().at(-1)}`);
  await press(phone.getByRole("button", { name: "Open my application" }));
  await expect(phone.getByRole("heading", { level: 1 })).toHaveText(name);
}

const standing = (phone: Page) => phone.getByRole("region", { name: "Where it stands" });

test("ten applications go from the form to a desk in class, each followed from the family's phone", async ({
  browser,
}, info) => {
  test.setTimeout(300_000);
  const [desk, pocket] = await Promise.all([
    browser.newContext({
      ...{ baseURL: product.url, timezoneId: "Pacific/Auckland" },
      viewport: { width: 1280, height: 900 },
    }),
    browser.newContext({
      ...{ baseURL: product.url, timezoneId: "America/Los_Angeles" },
      viewport: { width: 360, height: 740 },
    }),
  ]);
  const [page, phone] = [await desk.newPage(), await pocket.newPage()];
  const complaints: string[] = [];
  for (const context of [desk, pocket])
    context.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  await enterAsAdmin(page);
  const [first, last] = [dayFrom(-100), dayFrom(200)];
  const year = await call<{ _id: string }>(page, "years.add", { label: "Now", firstDay: first, lastDay: last });
  const full = { className: 9, seats: 0, opensOn: first, closesOn: last };
  await call(page, "intakes.save", { year: year._id, intakes: [full] });

  const raos = { phone: "+91 98900 22314", email: "rao@home.example" };
  const iyers = { phone: "+91 98900 55555", email: "iyer@home.example" };
  const other = (name: string, digit: number, more: Partial<Family> = {}): Family => ({
    ...{ name, phone: `+91 98900 1111${digit}`, email: `${name.split(" ")[0]?.toLowerCase()}@home.example` },
    ...more,
  });
  const send = (family: Family) => apply(phone, family);
  const asha = await send({ name: "Asha Rao", ...raos });
  const twin = await send({ name: "आशा राव", parentName: "राहुल राव", phone: raos.phone, email: "rahul@home.example" });
  const ravi = await send({ name: "Ravi Iyer", ...iyers });
  const uma = await send({ name: "Uma Iyer", ...iyers });
  const tara = await send({ name: "Tara Rao", ...raos });
  const kabir = await send(other("Kabir Salunkhe", 1));
  const myra = await send(other("Myra Dhote", 2));
  const hiba = await send(other("Hiba Sayyed", 3, { selectedClass: 9 }));
  const dev = await send(other("Dev Pathak", 4));
  const zoya = await send(other("Zoya Khan", 5));
  await product.sql("update submissions set answer_due = now() - interval '2 days' where id = $1", [dev._id]);

  // The day is the institute's, not that of the family's or the office's time zone.
  task = "promised";
  await follow(phone, tara);
  const promised = await standing(phone)
    .getByText(/We answer by/)
    .textContent();
  await choose(page, tara);
  const [, day = ""] = /by \w+day, (\d+ \w{3})/.exec(promised ?? "") ?? [];
  expect(day).not.toBe("");
  await expect(page.getByText(/An answer is promised by/)).toContainText(day);
  clicks.delete(task);

  task = "due and overdue";
  await open(page, "/admin/get-info");
  await press(page.getByRole("link", { name: /^Open/ }));
  const row = (name: string) => page.getByRole("table").getByRole("row").filter({ hasText: name });
  await expect(row("Dev Pathak")).toContainText(/since /);
  await expect(row("Kabir Salunkhe")).toContainText(/by /);
  await expect(row("Hiba Sayyed")).toContainText("Waiting");
  await expect(page.getByRole("table").getByRole("row").nth(1)).toContainText("Dev Pathak");

  task = "two merged";
  await choose(page, asha);
  await press(page.getByRole("button", { name: `Merge with ${twin.reference}` }));
  await page.getByRole("alertdialog").getByRole("button", { name: "Merge" }).dblclick();
  clicks.set(task, (clicks.get(task) ?? 0) + 1);
  await expect(page.getByText(`Merged: ${twin.reference}`)).toBeVisible();
  task = "a merge undone";
  await choose(page, ravi);
  await press(page.getByRole("button", { name: `Merge with ${uma.reference}` }));
  await press(page.getByRole("alertdialog").getByRole("button", { name: "Merge" }));
  await press(page.getByRole("button", { name: "Undo merge" }));
  await expect(page.getByRole("button", { name: `Merge with ${uma.reference}` })).toBeVisible();

  task = "asked back";
  await choose(page, kabir);
  await page.getByLabel("Message", { exact: true }).fill("Please tell us the date of birth.");
  await page.reload();
  await expect(page.getByLabel("Message", { exact: true })).toHaveValue("Please tell us the date of birth.");
  await press(page.getByRole("button", { name: "Send and stop the clock" }));
  await expect(page.getByText("Its email leaves within ten minutes.")).toBeVisible();
  task = "invited";
  await choose(page, myra);
  await move(page, "invited", "Invite to a visit", async () => {
    await page.getByLabel("Day of the visit").fill(dayFrom(30));
    await page.getByLabel("Time", { exact: true }).fill("11:00");
  });
  task = "declined";
  await choose(page, dev);
  await move(page, "declined", "Decline", () => page.getByLabel("Reason").fill("The class is full."));
  // The pause is over.
  await product.sql("update submission_messages set at = at - interval '11 minutes'");

  task = "answered by the family";
  await follow(phone, kabir);
  await expect(phone.getByText("Please tell us the date of birth.")).toBeVisible();
  await phone.getByLabel("Your message").fill("12 March 2019.");
  await phone.reload();
  await expect(phone.getByLabel("Your message")).toHaveValue("12 March 2019.");
  await press(phone.getByRole("button", { name: "Send message" }));
  await expect(phone.getByText("12 March 2019.")).toBeVisible();
  await expectGoodLayout(phone);
  task = "read by the office";
  await open(page, "/admin/get-info?view=all");
  await press(page.getByRole("link", { name: /^Family wrote/ }));
  await press(page.getByRole("table").getByRole("link", { name: "Kabir Salunkhe" }));
  await expect(page.getByText("12 March 2019.")).toBeVisible();

  task = "withdrawn by the family";
  await follow(phone, zoya);
  await press(phone.getByRole("button", { name: "Withdraw the application" }));
  await press(phone.getByRole("alertdialog").getByRole("button", { name: "Withdraw" }));
  await expect(standing(phone)).toContainText("Withdrawn");

  task = "offered";
  await choose(page, asha);
  await move(page, "offered", "Offer a place");
  task = "accepted by the family";
  await follow(phone, twin);
  await press(phone.getByRole("button", { name: "Accept the place" }));
  await press(phone.getByRole("alertdialog").getByRole("button", { name: "Accept the place" }));
  await expect(standing(phone)).toContainText("Place accepted");
  task = "enrolled: Asha Rao";
  await choose(page, asha);
  await enrol(page, asha, ["new", "nobody"]);
  for (const [child, guardians] of [
    [ravi, ["new"]],
    [uma, [{ index: 1 }]],
    [tara, [{ index: 1 }]],
  ] as const) {
    task = `enrolled: ${child.name}`;
    await choose(page, child);
    // Siblings are recognized by the phone number of their guardian.
    if (child !== ravi)
      await expect(page.getByText(/^Already here, with a guardian who has the same phone number:/)).toBeVisible();
    await move(page, "accepted", "Note that the family accepts");
    await enrol(page, child, [...guardians]);
  }

  const stand: [Sent, string | RegExp][] = [
    [asha, "Enrolled"],
    [twin, "Enrolled"],
    [ravi, "Enrolled"],
    [uma, "Enrolled"],
    [tara, "Enrolled"],
    [kabir, "Received"],
    [myra, /Invited to a visit.*11:00.*report card/],
    [hiba, "On the waiting list"],
    [dev, "We cannot offer a place"],
    [zoya, "Withdrawn"],
  ];
  for (const [family, words] of stand) {
    task = "followed";
    clicks.delete(task);
    await follow(phone, family);
    await expect(standing(phone)).toContainText(words);
    await expect(phone.getByText("The class is full.")).toHaveCount(0);
  }
  const rows = await product.sql(
    "select count(*)::int as students, count(distinct k.guardian_id)::int as guardians from students s join guardianships k on k.student_id = s.user_id join enrolments e on e.student_id = s.user_id and e.class_name = 7",
  );
  expect(rows).toEqual([{ students: 4, guardians: 2 }]);
  info.annotations.push({ type: "clicks", description: [...clicks].map(([name, n]) => `${name}: ${n}`).join("; ") });
  expect(complaints).toEqual([]);
  await Promise.all([desk.close(), pocket.close()]);
});
