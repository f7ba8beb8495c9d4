import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Browser, expect, type Page, test } from "@playwright/test";
import type { mailedProduct } from "../mailed-product";
import { countIn, type Spent } from "./hand";

/** Where the jobs are done: a product of its own with a mail server, and a page for each person. */
export type Ground = ReturnType<typeof mailedProduct> & { office: Page; student: Page; parent: Page; visitor: Page };

type Person = "office" | "student" | "parent" | "visitor";

/** One of the thirty jobs of a term. It begins on the person's first screen. */
export type Job = {
  no: number;
  words: string;
  who: Person;
  /** The screen on which it is done. */
  screen: string;
  /** Effort outside of the page, like the browser's Back button. */
  outside?: Spent;
  walk: (page: Page, ground: Ground) => Promise<void>;
};

type Row = Job & Spent & { seconds: number };

const path = join(import.meta.dirname, "../../../docs/term.md");
const isWriting = process.env.WRITE_TERM === "1";
const first = { office: "/admin/overview", student: "/user/today", parent: "/user/today", visitor: "/" };

const lineOf = ({ no, words, who, clicks, keys, seconds, screen }: Row) =>
  `| ${no} | ${words} | ${who} | ${clicks} | ${keys} | ${seconds.toFixed(1)} | \`${screen}\` |`;

const numberIn = (line: string) => Number(/^\| (\d+) \|/.exec(line)?.[1] ?? 0);

/** Replaces the document's rows of the same jobs with these rows. */
function writeRows(rows: readonly Row[]): void {
  const lines = readFileSync(path, "utf8").trimEnd().split("\n");
  const own = rows.map(lineOf);
  const others = lines.filter((line) => numberIn(line) > 0 && !rows.some(({ no }) => no === numberIn(line)));
  const all = [...others, ...own].sort((one, other) => numberIn(one) - numberIn(other));
  writeFileSync(path, `${[...lines.filter((line) => numberIn(line) === 0), ...all].join("\n")}\n`);
}

/** The document's row of a job, without the seconds. */
function writtenOf(no: number): (string | undefined)[] {
  const line = readFileSync(path, "utf8")
    .split("\n")
    .find((one) => numberIn(one) === no);
  return line?.split(" | ").filter((_, index) => index !== 5) ?? [];
}

/** Opens a page for each person and counts its clicks and keys. */
export async function openGround(product: ReturnType<typeof mailedProduct>, browser: Browser) {
  const [office, student, parent, visitor] = [
    ...[await product.newPage(browser), await product.newPage(browser)],
    ...[await product.newPage(browser), await product.newPage(browser)],
  ] as [Page, Page, Page, Page];
  for (const page of [office, student, parent, visitor]) page.setDefaultTimeout(20_000);
  const counters = {
    office: await countIn(office.context()),
    student: await countIn(student.context()),
    parent: await countIn(parent.context()),
    visitor: await countIn(visitor.context()),
  };
  const ground: Ground = { ...product, office, student, parent, visitor };
  return { ground, counters };
}

/** Does the jobs one after the other. Expects that each costs what docs/term.md says, or writes its cost there. */
export async function doJobs(
  jobs: readonly Job[],
  { ground, counters }: Awaited<ReturnType<typeof openGround>>,
): Promise<void> {
  const rows: Row[] = [];
  for (const job of jobs)
    await test.step(`${job.no}: ${job.words}`, async () => {
      const page = ground[job.who];
      await page.goto(first[job.who]);
      await page.waitForFunction(() => "listens" in document.documentElement.dataset);
      counters[job.who]();
      const began = performance.now();
      await job.walk(page, ground);
      const { clicks, keys } = counters[job.who]();
      const { outside = { clicks: 0, keys: 0 } } = job;
      const spent = { clicks: clicks + outside.clicks, keys: keys + outside.keys };
      rows.push({ ...job, ...spent, seconds: (performance.now() - began) / 1000 });
    });
  if (isWriting) writeRows(rows);
  for (const row of rows) {
    const said = lineOf(row)
      .split(" | ")
      .filter((_, index) => index !== 5);
    expect(writtenOf(row.no), `job ${row.no} of docs/term.md; if it changed for good, WRITE_TERM=1`).toEqual(said);
  }
}
