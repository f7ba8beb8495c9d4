import { createHash } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { expect, type Page } from "@playwright/test";
import { cut, hold, open } from "../harness/browser-page";
import { docxFile, pdfFile, scannedPdf } from "../harness/documents";
import { test } from "../harness/fixtures";
import { enterAsAdmin } from "../harness/people";
import { administrator } from "../harness/product";
import { publisher } from "../harness/publisher";

const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

async function fileOf(name: string, bytes: Buffer): Promise<string> {
  const path = test.info().outputPath(name);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, bytes);
  return path;
}

async function fillIn(page: Page, material: { className: string; subject: string; name: string }, path: string) {
  await page.getByLabel("Class", { exact: true }).selectOption(material.className);
  await page.getByLabel("Subject").fill(material.subject);
  await page.getByLabel("Material Name").fill(material.name);
  await page.getByLabel("Always Available").check();
  await page.locator("input[type=file]").setInputFiles(path);
}

async function download(page: Page, name: string, button: RegExp): Promise<Response> {
  const link = page.getByRole("listitem").filter({ hasText: name }).getByRole("link", { name: button });
  await expect(link).toHaveAttribute("target", "_blank");
  return fetch(new URL((await link.getAttribute("href")) ?? "", page.url()));
}

test("the administrator publishes a PDF of 21 MB, and a visitor downloads the same bytes", async ({ page, newPerson }, {
  project,
}) => {
  const name = `Light and shadow, ${project.name}`;
  const pdf = scannedPdf(21 * 1024 * 1024);
  await enterAsAdmin(page);
  await open(page, "/admin/upload-materials");
  const network = await page.context().newCDPSession(page);
  const line = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 12 * 1024 * 1024 };
  await network.send("Network.emulateNetworkConditions", line);

  await expect(page.getByText("Click to upload PDF")).toBeVisible();
  await fillIn(page, { className: "7", subject: "Physics", name }, await fileOf("light.pdf", pdf));
  await expect(page.getByText("light.pdf")).toBeVisible();
  // Hold the answer until the page has shown what it is doing.
  await network.send("Fetch.enable", { patterns: [{ urlPattern: "*/api/uploads/*", requestStage: "Response" }] });
  network.on("Fetch.requestPaused", async ({ requestId, request }) => {
    if (request.method === "PUT") await page.getByText("Checking the file...").first().waitFor();
    await network.send("Fetch.continueResponse", { requestId });
  });
  await page.getByRole("button", { name: "Upload Material" }).click();
  await expect(page.getByRole("button", { name: "Uploading..." })).toBeDisabled();
  await expect
    .poll(async () => Number(await page.getByRole("progressbar").getAttribute("value")), { intervals: [50] })
    .toBeGreaterThan(10);
  await expect(page.getByText("Study material uploaded successfully ✅")).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText("Click to upload PDF")).toBeVisible();
  await expect(page.getByLabel("Material Name")).toHaveValue("");

  const visitor = await newPerson();
  await open(visitor, "/study-materials");
  await visitor.getByLabel("Class", { exact: true }).selectOption("7");
  await visitor.getByPlaceholder("Search materials...").fill(name.toUpperCase());
  await expect(visitor.getByText(`Showing 1 resource(s) for Class 7 matching "${name.toUpperCase()}"`)).toBeVisible();
  const card = visitor.getByRole("listitem").filter({ hasText: name });
  await expect(card).toContainText("Class 7");
  await expect(card).toContainText("Physics");
  await expect(card.getByRole("button")).toHaveCount(0);

  const answer = await download(visitor, name, /Download PDF/);
  expect(answer.headers.get("content-type")).toBe("application/pdf");
  expect(answer.headers.get("content-disposition")).toMatch(/^inline; filename=/);
  expect(sha256(await answer.bytes())).toBe(sha256(pdf));

  await visitor.getByPlaceholder("Search materials...").fill("nothing is called like this");
  await expect(visitor.getByText("No materials found")).toBeVisible();
  await expect(visitor.getByText("Try adjusting your search or filter criteria")).toBeVisible();
});

test("a cancelled upload publishes nothing and can be started again", async ({ page, baseURL }, { project }) => {
  const name = `Half a lesson, ${project.name}`;
  const found = async () =>
    ((await (await fetch(`${baseURL}/api/materials?q=${encodeURIComponent(name)}`)).json()) as unknown[]).length;
  await enterAsAdmin(page);
  await open(page, "/admin/upload-materials");
  const network = await page.context().newCDPSession(page);
  const line = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 1024 * 1024 };
  await network.send("Network.emulateNetworkConditions", line);
  const path = await fileOf("half.pdf", scannedPdf(8 * 1024 * 1024));
  await fillIn(page, { className: "7", subject: "Physics", name }, path);
  await page.getByRole("button", { name: "Upload Material" }).click();
  await expect
    .poll(async () => Number(await page.getByRole("progressbar").getAttribute("value")), { intervals: [50] })
    .toBeGreaterThan(5);
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByText("The upload was cancelled. Nothing has been published.")).toBeVisible();
  await expect(page.locator("form").filter({ has: page.getByLabel("Material Name") })).toBeFocused();
  await expect(page.getByRole("progressbar")).toHaveCount(0);
  expect(await found()).toBe(0);

  await network.send("Network.emulateNetworkConditions", { ...line, uploadThroughput: -1 });
  await expect(page.getByLabel("Material Name")).toHaveValue(name);
  await page.getByRole("button", { name: "Upload Material" }).click();
  await expect(page.getByText("Study material uploaded successfully ✅")).toBeVisible({ timeout: 30_000 });
  expect(await found()).toBe(1);
});

test("an expiry is entered and shown in the institute's time zone, in any time zone of the browser", async ({
  page,
  baseURL,
}, { project }) => {
  const name = `Long gone, ${project.name}`;
  await enterAsAdmin(page);
  await open(page, "/admin/upload-materials");
  await fillIn(page, { className: "7", subject: "Physics", name }, await fileOf("gone.pdf", await pdfFile()));
  await page.getByLabel("Always Available").uncheck();
  const expiry = page.getByLabel("Expiry Date & Time");
  await expect(expiry).toHaveAccessibleDescription(/Asia\/Kolkata \(GMT\+5:30\)/);
  await expiry.fill("2031-05-01");
  await page.getByLabel("Time of the expiry").fill("10:00");
  await expect(expiry).toHaveAccessibleDescription(/Until Thursday, 1 May 2031, 10:00/);
  await page.getByRole("button", { name: "Upload Material" }).click();
  await expect(page.getByText("Study material uploaded successfully ✅")).toBeVisible();
  const [shown] = (await (await fetch(`${baseURL}/api/materials?q=${encodeURIComponent(name)}`)).json()) as {
    expiresAt: string;
  }[];
  expect(shown?.expiresAt).toBe("2031-05-01T04:30:00.000Z");
  await open(page, `/study-materials?q=${encodeURIComponent(name)}`);
  await expect(page.getByRole("listitem").filter({ hasText: name })).toContainText("1 May 2031, 10:00");
});

test("a DOCX is published, downloaded and deleted permanently", async ({ page, newPerson }, { project }) => {
  const name = `Essay plan, ${project.name}`;
  const docx = await docxFile("An essay has three parts.");
  await enterAsAdmin(page);
  await open(page, "/admin/upload-materials");
  await fillIn(page, { className: "9", subject: "English", name }, await fileOf("निबंध.docx", docx));
  await page.getByRole("button", { name: "Upload Material" }).click();
  await expect(page.getByText("Study material uploaded successfully ✅")).toBeVisible();

  const visitor = await newPerson();
  await open(visitor, "/study-materials?q=essay");
  const answer = await download(visitor, name, /Download DOCX/);
  expect(answer.headers.get("content-disposition")).toContain(`filename*=UTF-8''${encodeURIComponent("निबंध.docx")}`);
  expect(answer.headers.get("content-disposition")).toMatch(/^attachment/);
  expect(sha256(await answer.bytes())).toBe(sha256(docx));

  await open(page, "/study-materials?q=essay");
  await page.getByRole("button", { name: `Delete ${name}` }).click();
  await expect(page.getByRole("alertdialog")).toContainText(name);
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("listitem").filter({ hasText: name })).toBeVisible();
  await page.getByRole("button", { name: `Delete ${name}` }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("Study material deleted.")).toBeVisible();
  await expect(page.getByRole("alertdialog")).toHaveCount(0);
  await expect(page.getByRole("listitem").filter({ hasText: name })).toHaveCount(0);

  expect((await fetch(answer.url)).status).toBe(404);
  await visitor.reload();
  await expect(visitor.getByRole("listitem").filter({ hasText: name })).toHaveCount(0);
});

test("an expired material disappears, and its link says so", async ({ page, newPerson, baseURL }, { project }) => {
  const subject = `Tides, ${project.name}`;
  const { upload } = await publisher(baseURL ?? "", administrator);
  const expiresAt = new Date(Date.now() + 6_000).toISOString();
  const file = { name: "tides.pdf", type: "application/pdf", bytes: await pdfFile() };
  const { pdfFile: link } = await upload({ className: "4", subject, materialName: "Ebb and flow", expiresAt }, file);

  await open(page, `/study-materials?q=${encodeURIComponent(subject)}`);
  await expect(page.getByRole("listitem").filter({ hasText: "Ebb and flow" })).toBeVisible();
  await expect.poll(async () => (await fetch(new URL(link, baseURL))).status, { timeout: 20_000 }).toBe(410);
  expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(expiresAt));
  await page.reload();
  await expect(page.getByText("No materials found")).toBeVisible();

  const admin = await newPerson();
  await enterAsAdmin(admin);
  await open(admin, `/study-materials?q=${encodeURIComponent(subject)}`);
  await expect(admin.getByRole("listitem").filter({ hasText: "Ebb and flow" })).toContainText("Expired");
});

test("staff who have not passed the second step see the visitors' list", async ({ page }) => {
  await enterAsAdmin(page);
  await page.route("**/api/auth/session", async (route) => {
    const response = await route.fetch();
    const { account } = (await response.json()) as { account: object };
    await route.fulfill({ response, json: { account: { ...account, rights: ["member", "staff"] } } });
  });
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await open(page, "/study-materials");
  await expect(page.getByRole("button", { name: "Dashboard" })).toBeVisible();
  await page.getByPlaceholder("Search materials...").fill("Nobody has written this");
  await expect(page.getByText("No materials found")).toBeVisible();
  expect(asked.filter((url) => url.includes("includeExpired"))).toEqual([]);
  expect(asked.filter((url) => url.endsWith("/api/auth/session")).length).toBeLessThan(5);
});

test("a visitor with a wrong clock sees the same list", async ({ page, baseURL }, { project }) => {
  const subject = `Clocks, ${project.name}`;
  const { upload } = await publisher(baseURL ?? "", administrator);
  const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
  const file = { name: "clocks.pdf", type: "application/pdf", bytes: await pdfFile() };
  await upload({ className: "4", subject, materialName: "Ahead of time", expiresAt }, file);

  await page.clock.setFixedTime(Date.now() + 3 * 86_400_000);
  await open(page, `/study-materials?q=${encodeURIComponent(subject)}`);
  await expect(page.getByRole("listitem").filter({ hasText: "Ahead of time" })).not.toContainText("Expired");
  // The page is interactive and was hydrated without errors.
  await page.getByPlaceholder("Search materials...").fill("Nobody has written this");
  await expect(page.getByText("No materials found")).toBeVisible();
});

test("a chosen file's name fills the empty fields, and another file replaces only that text", async ({ page }) => {
  await enterAsAdmin(page);
  await open(page, "/admin/upload-materials");
  const choose = async (name: string) =>
    page.locator("input[type=file]").setInputFiles(await fileOf(name, await pdfFile()));
  await choose("class_7-light_and_shadow.pdf");
  await expect(page.getByLabel("Material Name")).toHaveValue("Class 7 light and shadow");
  await expect(page.getByLabel("Class", { exact: true })).toHaveValue("7");
  await choose("fractions.pdf");
  await expect(page.getByLabel("Material Name")).toHaveValue("Fractions");
  await page.getByLabel("Material Name").fill("Halves and thirds");
  await choose("decimals.pdf");
  await expect(page.getByLabel("Material Name")).toHaveValue("Halves and thirds");
});

test.describe("rejected uploads", () => {
  test.use({
    expectedErrors: [/net::ERR_FAILED|Failed to fetch|UploadThing|FetchError|name ends in|actionType=upload/],
  });

  test("a rejected upload shows the reason and keeps the input", async ({ page }) => {
    await enterAsAdmin(page);
    await open(page, "/admin/upload-materials");
    await page.getByLabel("Class", { exact: true }).selectOption("5");
    await page.getByLabel("Subject").fill("Maths");
    await page.getByLabel("Material Name").fill("Fractions");
    await page.getByRole("button", { name: "Upload Material" }).click();
    await expect(page.getByText("Please select a file!")).toBeVisible();
    await expect(page.getByText("Please select expiry date & time OR mark Always Available.")).toBeVisible();

    await page.getByLabel("Expiry Date & Time").fill("2020-01-01");
    await page.getByRole("button", { name: "Upload Material" }).click();
    await expect(page.getByText("The expiry must be in the future.")).toBeVisible();

    await page.getByLabel("Always Available").check();
    await expect(page.getByLabel("Expiry Date & Time")).toBeDisabled();
    await expect(page.getByLabel("Expiry Date & Time")).toHaveValue("");

    const disguised = await fileOf("page.pdf", Buffer.from("<!doctype html><script>alert(1)</script>"));
    await page.locator("input[type=file]").setInputFiles(disguised);
    await expect(page.getByText("Please select a file!")).toHaveCount(0);
    await page.getByRole("button", { name: "Upload Material" }).click();
    await expect(page.getByRole("main").getByRole("alert")).toContainText("PDF");
    await expect(page.getByLabel("Material Name")).toHaveValue("Fractions");
    await expect(page.getByText("page.pdf")).toBeVisible();

    await page.route("**/api/uploadthing?actionType=**", (route) => route.abort());
    await page.locator("input[type=file]").setInputFiles(await fileOf("real.pdf", await pdfFile()));
    await expect(page.getByRole("main").getByRole("alert")).toHaveCount(0);
    await page.getByRole("button", { name: "Upload Material" }).click();
    await expect(page.getByText("Upload failed! Please try again.")).toBeVisible();
    await expect(page.getByLabel("Material Name")).toHaveValue("Fractions");
  });
});

test.describe("failed list", () => {
  test.use({
    expectedErrors: [/net::ERR_(FAILED|INTERNET_DISCONNECTED)|TRPCClientError|ChunkLoadError|status of 40[13]/],
  });

  test("a list that fails to load says so, and Try Again loads it", async ({ page }) => {
    await open(page, "/study-materials");
    let refused = true;
    await page.route("**/api/trpc/**", (route) => (refused ? route.abort() : route.continue()));
    await page.getByPlaceholder("Search materials...").fill("anything");
    await expect(page.getByText("Failed to load materials. Please try again later.")).toBeVisible();
    refused = false;
    await page.getByRole("button", { name: "Try Again" }).click();
    await expect(page.getByText(/^Showing \d+ resource\(s\)/)).toBeVisible();
  });

  test("while a list is loading after a failure, the line above its rows counts these rows", async ({ page, baseURL }, {
    project,
  }) => {
    const { upload } = await publisher(baseURL ?? "", administrator);
    const subject = `Phases of the moon, ${project.name}`;
    const material = { className: "4", subject, materialName: "The pull of the moon", expiresAt: "null" };
    await upload(material, { name: "moon.pdf", type: "application/pdf", bytes: await pdfFile() });
    await open(page, "/study-materials");
    const search = page.getByPlaceholder("Search materials...");
    await search.fill(subject);
    const line = page.getByText(/^Showing \d/);
    await expect(line).toHaveText(`Showing 1 resource(s) matching "${subject}"`);
    const list = /materials\.list/;
    const mend = await cut(page, list);
    await search.fill("nothing");
    await expect(page.getByText("Failed to load materials. Please try again later.")).toBeVisible();
    await mend();
    const release = await hold(page, list);
    await search.fill("nothing else");
    await expect(line).toHaveText(`Showing 1 resource(s) matching "${subject}"`);
    release();
    await expect(line).toHaveText('Showing 0 resource(s) matching "nothing else"');
  });

  test("a list without a network says so, Try Again asks again, and it loads once the network is back", async ({
    page,
    context,
  }) => {
    await open(page, "/study-materials");
    const failure = page.getByText("Failed to load materials. Please try again later.");
    await context.setOffline(true);
    await page.getByPlaceholder("Search materials...").fill("nothing");
    await expect(failure).toBeVisible();
    const asked = page.waitForRequest("**/api/trpc/**");
    await page.getByRole("button", { name: "Try Again" }).click();
    await asked;
    await expect(failure).toBeVisible();
    await context.setOffline(false);
    await expect(page.getByText(/^Showing \d+ resource\(s\)/)).toBeVisible();
    await expect(failure).toBeHidden();
  });
});

test("the search is restored after a visit to another page", async ({ page, baseURL }, { project }) => {
  const { upload } = await publisher(baseURL ?? "", administrator);
  const subject = `Echoes, ${project.name}`;
  const material = { className: "3", subject, materialName: "Sound and silence", expiresAt: "null" };
  await upload(material, { name: "echo.pdf", type: "application/pdf", bytes: await pdfFile() });
  await open(page, "/study-materials");
  await page.getByPlaceholder("Search materials...").fill(subject);
  await expect(page.getByText(`Showing 1 resource(s) matching "${subject}"`)).toBeVisible();
  await page.getByRole("contentinfo").getByRole("link", { name: "About" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "About" })).toBeVisible();
  await page.goBack();
  await expect(page.getByPlaceholder("Search materials...")).toHaveValue(subject);
  await expect(page.getByText(`Showing 1 resource(s) matching "${subject}"`)).toBeVisible();
});

test("a download has a content-length", async ({ baseURL }) => {
  const { upload } = await publisher(baseURL ?? "", administrator);
  const bytes = await pdfFile("How long am I?");
  const material = { className: "3", subject: "Lengths", materialName: "How long", expiresAt: "null" };
  const { pdfFile: link } = await upload(material, { name: "long.pdf", type: "application/pdf", bytes });
  for (const method of ["GET", "HEAD"]) {
    const answer = await fetch(new URL(link, baseURL), { method });
    expect([method, answer.headers.get("content-length")]).toEqual([method, String(bytes.length)]);
    await answer.body?.cancel();
  }
});
