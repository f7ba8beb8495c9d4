// Keys in a marks sheet on a processor four times slower: what each costs the page until its frame is painted.
import { type Browser, chromium, type Page } from "@playwright/test";
import { browserLaunch, unpackBrowser } from "../tests/harness/browser";
import { type Fact, median } from "./drive";
import { adminPassword } from "./institute";

type Slice = {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  ts: number;
  dur?: number;
  tdur?: number;
  args: Args;
};
type Args = { data?: { type?: string } };

const students = 60;
/** In milliseconds: nobody types faster. */
const pause = 60;

async function call<Answer>(page: Page, name: string, json: object): Promise<Answer> {
  const answer = await page.request.post(`/api/trpc/${name}`, { data: { json } });
  if (!answer.ok()) throw new Error(`${name}: ${answer.status()} ${await answer.text()}`);
  return ((await answer.json()) as { result: { data: { json: Answer } } }).result.data.json;
}

/** Opens the marks sheet of a section of sixty as the administrator. */
async function openSheet(page: Page): Promise<void> {
  const { csrfToken } = (await (await page.request.get("/api/auth/csrf")).json()) as { csrfToken: string };
  const form = { csrfToken, username: "admin", password: adminPassword, json: "true" };
  await page.request.post("/api/auth/callback/admin", { form });
  const place = { className: 8, section: "K" };
  for (let roll = 1; roll <= students; roll += 1)
    await call(page, "students.add", { ...place, name: `Pupil ${roll}`, rollNo: String(roll) });
  const exam = { className: 8, sections: ["K"], subjects: ["Mathematics"], examName: "Keys", totalMarks: 80 };
  const [made] = await call<{ _id: string }[]>(page, "exams.addMany", exam);
  await page.goto(`/admin/results/${made?._id}?at=missing`);
  await page.waitForLoadState("networkidle");
}

/** A baseline for the same keys: plain inputs in a table, where Enter moves the focus to the next one. */
async function openBareSheet(page: Page): Promise<void> {
  const row = "<tr><td>Pupil</td><td><input></td></tr>";
  await page.setContent(`<!doctype html><table>${row.repeat(students)}</table>`);
  await page.evaluate(`
    const inputs = [...document.querySelectorAll("input")];
    addEventListener("keydown", ({ key, target }) => key === "Enter" && inputs[inputs.indexOf(target) + 1]?.focus());
    inputs[0].focus();
  `);
}

async function tracedTyping(browser: Browser, page: Page): Promise<Slice[]> {
  await browser.startTracing(page, { categories: ["devtools.timeline"] });
  for (let roll = 1; roll <= students; roll += 1) {
    for (const key of [...String(roll + 10), "Enter"]) {
      await page.keyboard.press(key);
      await page.waitForTimeout(pause);
    }
  }
  return (JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: Slice[] }).traceEvents;
}

const isKey = ({ name, args }: Slice) => name === "EventDispatch" && args.data?.type === "keydown";

/** The main thread's milliseconds for each key, until the first frame with the typed text has been painted and layerized. */
function costs(all: Slice[]): number[] {
  const first = all.find(isKey);
  const own = all.filter(
    ({ ph, pid, tid, name }) => ph === "X" && pid === first?.pid && tid === first.tid && name !== "RunTask",
  );
  const outer: Slice[] = [];
  let end = 0;
  for (const slice of own.toSorted((one, other) => one.ts - other.ts)) {
    if (slice.ts < end) continue;
    outer.push(slice);
    end = slice.ts + (slice.dur ?? 0);
  }
  const starts = outer.flatMap((slice, index) => (isKey(slice) ? [index] : []));
  return starts.map((start, index) => {
    const slices = outer.slice(start, starts[index + 1]);
    const typed = slices.findLastIndex(({ args }) => args.data?.type === "keypress");
    const shown = slices.findIndex(({ name }, at) => name === "Layerize" && at > typed);
    const until = shown < 0 ? slices : slices.slice(0, shown + 1);
    return until.reduce((sum, { tdur = 0 }) => sum + tdur / 1000, 0);
  });
}

const over = 16;

/** Sixty marks typed with the keyboard only, in the product and in the baseline. */
export async function measureKeys(url: string): Promise<Fact[]> {
  await unpackBrowser();
  const browser = await chromium.launch(browserLaunch());
  const typed = async (open: (page: Page) => Promise<void>) => {
    const page = await browser.newPage({ baseURL: url, viewport: { width: 1280, height: 800 } });
    await open(page);
    const slow = await page.context().newCDPSession(page);
    await slow.send("Emulation.setCPUThrottlingRate", { rate: 4 });
    const all = costs(await tracedTyping(browser, page)).toSorted((one, other) => one - other);
    await page.close();
    const share = all[Math.ceil(all.length * 0.95) - 1] ?? 0;
    const slowest = all.filter((one) => one > over).length;
    return `${median(all).toFixed(1)} ms; 95 % below ${share.toFixed(1)}; ${slowest} of ${all.length} above ${over}`;
  };
  const found = await typed(openSheet);
  const bare = await typed(openBareSheet);
  await browser.close();
  const what = "a key in a marks sheet of 60, on a processor four times slower";
  return [
    { what, goal: `${over} ms`, found },
    { what: "the same in a bare table of inputs", goal: "", found: bare },
  ];
}
