import { expect, type Page } from "@playwright/test";
import { expectGoodLayout } from "../harness/axe";
import { open } from "../harness/browser-page";
import { pdfFile, scannedPdf } from "../harness/documents";
import { counted } from "../harness/effort";
import { test } from "../harness/fixtures";
import { enterAsAdmin } from "../harness/people";

// Refusals are shown beside their files.
test.use({
  expectedErrors: [/responded with a status of 40[0149]|actionType=upload|FetchError|UploadThing|name ends in/],
});

/** Records the values of each progress bar from now on, by its label. */
async function followProgress(page: Page) {
  const handle = await page.evaluateHandle(() => {
    const seen: Record<string, number[]> = {};
    const look = () => {
      for (const bar of document.querySelectorAll("progress[value]")) {
        const [label, value] = [bar.getAttribute("aria-label") ?? "", Number(bar.getAttribute("value"))];
        const values = seen[label] ?? [];
        if (values.at(-1) !== value) seen[label] = [...values, value];
      }
    };
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributes: true });
    return seen;
  });
  return () => handle.jsonValue();
}

test("forty materials are published together in a few clicks, and each file shows its own progress and errors", async ({
  page,
  baseURL,
}) => {
  // Sixty uploads, some of them over a slowed line.
  test.setTimeout(180_000);
  const mark = `Lot ${Date.now()}`;
  const { click, choose, type, spent } = counted();
  const bytes = await pdfFile();
  const pdf = (name: string, buffer = bytes) => ({ name, mimeType: "application/pdf", buffer });
  const forty = Array.from({ length: 40 }, (_, at) => pdf(`${mark}_sheet_${at + 1}.pdf`));
  const large = pdf(`${mark}_large_class_8.pdf`, scannedPdf(3 * 1024 * 1024));
  const scans = Array.from({ length: 18 }, (_, at) =>
    pdf(`${mark}_scan_${at + 1}_class_8.pdf`, scannedPdf(500_000 + at)),
  );
  const disguised = pdf(`${mark}_page.pdf`, Buffer.from("<!doctype html><script>alert(1)</script>"));
  const picture = { name: "IMG_2041.heic", mimeType: "image/heic", buffer: Buffer.from("picture") };
  await enterAsAdmin(page);
  await open(page, "/admin/materials");
  const panel = page.getByRole("region", { name: "Several files at once" });
  const line = (name: string) => panel.getByRole("listitem").filter({ hasText: name });
  const forAll = panel.getByRole("group", { name: "For all files" });
  const publish = panel.getByRole("button", { name: /^Publish/ });

  const chooser = page.waitForEvent("filechooser");
  await click(panel.getByLabel("choose files"));
  await (await chooser).setFiles(forty);
  await expect(panel.getByText("40 files", { exact: true })).toBeVisible();
  await click(publish);
  await expect(panel.getByText("Choose a class")).toHaveCount(40);
  await expect(panel.getByLabel(/^Class of/).first()).toBeFocused();
  await expect(panel.getByRole("alert")).toHaveCount(0);
  await choose(forAll.getByLabel("Class"), "7");
  await type(forAll.getByLabel("Subject"), "Botany");
  await expect(line("_sheet_40.pdf").getByLabel(/^Class of/)).toHaveValue("7");
  await click(publish);
  await expect(panel.getByText("40 materials published.")).toBeVisible({ timeout: 60_000 });
  expect(spent().clicks).toBeLessThanOrEqual(10);
  const found = await fetch(`${baseURL}/api/materials?q=${encodeURIComponent(`${mark} sheet`)}`);
  const listed = (await found.json()) as { className: string; subject: string }[];
  expect(listed.map(({ className, subject }) => `${className} ${subject}`)).toEqual(Array(40).fill("7 Botany"));

  const network = await page.context().newCDPSession(page);
  const slow = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 2 * 1024 * 1024 };
  await network.send("Network.emulateNetworkConditions", slow);
  await panel.getByLabel("choose files").setInputFiles([large, ...scans, disguised, picture]);
  await expect(line("IMG_2041.heic")).toContainText("Only .pdf, .doc and .docx files can be uploaded.");
  await expect(line("_large_class_8.pdf").getByLabel(/^Class of/)).toHaveValue("8");
  await expectGoodLayout(page);
  await forAll.getByLabel("Subject").fill("Botany");
  await line("_page.pdf")
    .getByLabel(/^Class of/)
    .selectOption("9");
  const progress = await followProgress(page);
  await publish.click();
  // A file removed from the list while it waits is not published.
  await expect(line("_scan_18_class_8.pdf")).toContainText("Waits its turn");
  await line("_scan_18_class_8.pdf").getByRole("button", { name: /^Take/ }).click();
  await expect(line("_page.pdf").getByRole("alert")).toContainText("PDF", { timeout: 60_000 });
  await expect(panel.getByText("18 materials published. 2 files are left.")).toBeVisible({ timeout: 60_000 });
  await expect(line("_page.pdf").getByLabel(/^Choose again for/)).toBeAttached();
  await expect(publish).toBeDisabled();
  // Every published file showed progress on its way, which never went back.
  const seen = await progress();
  for (const { name } of [large, ...scans.slice(0, 17)]) {
    const values = seen[`Upload of ${name}`] ?? [];
    expect(
      values.some((value) => value > 0 && value < 100),
      name,
    ).toBe(true);
    expect(values, name).toEqual(values.toSorted((one, other) => one - other));
  }
  await line("IMG_2041.heic").getByLabel("Choose again for IMG_2041.heic").setInputFiles(pdf("leaf.pdf"));
  await line("_page.pdf").getByRole("button", { name: /^Take/ }).click();
  await expect(line("leaf.pdf").getByLabel(/^Name of/)).toHaveValue("Leaf");
  await line("leaf.pdf")
    .getByLabel(/^Name of/)
    .fill(`${mark} leaf`);
  await line("leaf.pdf")
    .getByLabel(/^Class of/)
    .selectOption("7");
  await line("leaf.pdf")
    .getByLabel(/^Subject of/)
    .fill("Botany");
  await expect(forAll.getByLabel("Available from")).toHaveAccessibleDescription(
    "From the start of this day, by the institute's clock: Asia/Kolkata (GMT+5:30).",
  );
  await expect(forAll.getByLabel("Until")).toHaveAccessibleDescription(/^To the end of this day, .+ Asia.Kolkata/);
  await forAll.getByLabel("Available from").fill("2035-01-01");
  await publish.click();
  await expect(panel.getByText("1 material published.")).toBeVisible();
  await expect(page.getByRole("row").filter({ hasText: `${mark} leaf` })).toContainText("From 1 Jan 2035");
  const unseen = await fetch(`${baseURL}/api/materials?q=${encodeURIComponent(`${mark} leaf`)}`);
  expect(await unseen.json()).toEqual([]);
  await open(page, `/study-materials?q=${encodeURIComponent(`${mark} leaf`)}`);
  await expect(
    page
      .getByRole("main")
      .getByRole("listitem")
      .filter({ hasText: `${mark} leaf` }),
  ).toContainText("From 1 Jan 2035");
});
