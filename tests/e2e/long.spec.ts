import { expect, type Page } from "@playwright/test";
import { test } from "../setup/fixtures";
import { logIn, logInAsAdmin, newStudent, signUp } from "../setup/people";
import { administrator } from "../setup/product";
import { publisher } from "../setup/publisher";
import { expectNoSidewaysScroll } from "../setup/screen";

const mark = `${process.pid}${Date.now()}`;
const unbroken = `Llanfair${mark}${"pwllgwyngyll".repeat(12)}`;
const foreign = "विद्यार्थियों के लिए भौतिकी और रसायन की परीक्षा، امتحان الفيزياء والكيمياء للطلاب";

async function expectFits(page: Page, path: string, text: string) {
  await page.goto(path);
  await expect(page.getByText(text).first()).toBeVisible();
  await expectNoSidewaysScroll(page);
}

test("the longest names and words, and other scripts, break no page on a small screen", async ({ page, baseURL }) => {
  const student = { ...newStudent(), name: unbroken.slice(0, 100) };
  await signUp(page, student);
  const { call } = await publisher(baseURL ?? "", administrator);
  const send = async (procedure: string, input: object) => {
    const answer = await call(`/api/trpc/${procedure}`, {
      method: "POST",
      headers: { "content-type": "application/json", origin: new URL(baseURL ?? "").origin },
      body: JSON.stringify(input),
    });
    expect(answer.status, procedure).toBe(200);
  };
  const email = `${"a".repeat(60)}@${"b".repeat(60)}.example`;
  const result = { studentEmail: student.email, className: "12", totalMarks: 1_000_000, gpa: 9.75 };
  const schedule = { className: "12", testDate: "2029-12-31", testTime: "23:59" };
  const person = { name: unbroken, email, phone: "+91 (98220) 12345-67890-12345" };
  const more = { parentName: unbroken, previousSchool: unbroken };
  await send("services.submit", { ...person, ...more, selectedClass: 12 });
  await send("services.sendMessage", { ...person, message: `${unbroken}${unbroken}`, consent: true });
  await send("schedules.add", { ...schedule, subject: unbroken, description: `${unbroken}\n${foreign}` });
  await send("schedules.add", { ...schedule, subject: foreign });
  for (const examName of [foreign, unbroken]) {
    await send("results.add", { results: [{ ...result, score: 699_999.99, examName, subject: examName }] });
  }

  await page.setViewportSize({ width: 320, height: 640 });
  await expectFits(page, "/show-schedule?className=12", unbroken);
  await page.goto("/login");
  await logIn(page, student);
  await page.waitForURL(/\/$/);
  await expectNoSidewaysScroll(page);
  await expectFits(page, "/user/results", unbroken);
  await page.getByRole("button", { name: "Menu" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await expectNoSidewaysScroll(page);

  await page.context().clearCookies();
  await logInAsAdmin(page);
  await expectFits(page, "/admin/get-info", unbroken);
  await page.getByRole("button", { name: unbroken }).first().click();
  await expect(page.getByText(email).first()).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectFits(page, "/admin/add-schedule", unbroken);
});
