import { readdir, readFile, rm, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import PostalMime from "postal-mime";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { db, transaction } from "@/server/db";
import { prepareJobs } from "@/server/jobs";
import { isMailConfigured, orderAgain, orderMail } from "@/server/mail";
import { markKeptMails, sweepMailFolder } from "@/server/mail-kept";
import { sendDueMails } from "@/server/mail-run";
import { removeFolder, temporaryFolder } from "../../scripts/launch.mjs";
import { resetDatabase } from "../setup/database";

// Without a mail server.
const dataDir = await temporaryFolder();
Object.assign(process.env, {
  SMTP_URL: "",
  MAIL_FROM: "Lyceum <office@school.example>",
  APP_URL: "https://school.example",
  DATA_DIR: join(dataDir, "data"),
});
const folder = join(dataDir, "data", "mail");

afterAll(() => removeFolder(dataDir));
beforeAll(prepareJobs);
beforeEach(resetDatabase);

async function order(): Promise<string> {
  await transaction((tx) => orderMail(tx, { kind: "test", event: "test:1", recipient: "asha@example.org", about: {} }));
  return (await db().mail.findFirstOrThrow()).id;
}

const send = (subject: string) =>
  sendDueMails({
    test: async ({ recipient }) => ({
      to: recipient,
      subject,
      greeting: "Dear Asha,",
      paragraphs: ["It has come."],
      link: { label: "Open it", path: "/user/results" },
    }),
  });

it("each mail is one whole file that mail programs read, for the owner's eyes alone", async () => {
  expect(isMailConfigured()).toBe(false);
  const id = await order();
  await send("आशा: good news");
  expect(await readdir(folder)).toEqual([`test-${id}.eml`]);
  const path = join(folder, `test-${id}.eml`);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
  const got = await PostalMime.parse(await readFile(path));
  expect(got).toMatchObject({
    from: { name: "Lyceum", address: "office@school.example" },
    to: [{ address: "asha@example.org" }],
    subject: "आशा: good news",
    messageId: `<${id}@school.example>`,
  });
  expect(got.text).toContain("https://school.example/user/results");
  expect(got.html).toContain("Dear Asha,");
  expect(await db().mail.findFirst()).toMatchObject({ state: "kept", attempts: 1, fault: null, sentAt: null });
});

it("the same mail is one file, however often it is sent", async () => {
  const id = await order();
  await send("Good news");
  await transaction((tx) => orderAgain(tx, { id }));
  await send("Better news");
  const names = (await readdir(folder)).filter((name) => name.includes(id));
  expect(names).toEqual([`test-${id}.eml`]);
  expect((await PostalMime.parse(await readFile(join(folder, `test-${id}.eml`)))).subject).toBe("Better news");
});

it("a mail of which a crash left a part is kept whole the next time", async () => {
  const id = await order();
  await send("Good news");
  const path = join(folder, `test-${id}.eml`);
  const whole = await readFile(path, "utf8");
  await writeFile(`${path}.part`, "x".repeat(100_000));
  await transaction((tx) => orderAgain(tx, { id }));
  await send("Good news");
  expect((await readFile(path, "utf8")).length).toBe(whole.length);
  expect((await readdir(folder)).filter((name) => name.endsWith(".part"))).toEqual([]);
});

it("a mail that cannot be kept waits and says why", async () => {
  const id = await order();
  await rm(folder, { recursive: true, force: true });
  await writeFile(folder, "This is no folder.");
  await send("Good news");
  expect(await db().mail.findUnique({ where: { id } })).toMatchObject({
    state: "waiting",
    attempts: 0,
    fault: expect.stringMatching(/^It could not be kept as a file: E/),
  });
});

it("a file goes when its mail is forgotten, and nothing else in the folder does", async () => {
  await rm(folder, { recursive: true, force: true });
  const id = await order();
  await send("Good news");
  await writeFile(join(folder, "notes.eml"), "kept by hand");
  await sweepMailFolder();
  expect((await readdir(folder)).sort()).toEqual(["notes.eml", `test-${id}.eml`]);
  await db().mail.deleteMany();
  await sweepMailFolder();
  expect(await readdir(folder)).toEqual(["notes.eml"]);
});

it("a mail that an earlier version kept as a file and called sent is said to be kept; one that was sent stays sent", async () => {
  await rm(folder, { recursive: true, force: true });
  const id = await order();
  await send("Good news");
  const keptAt = new Date("2026-11-01T12:00:00Z");
  await utimes(join(folder, `test-${id}.eml`), keptAt, keptAt);
  const say = (sentAt: Date) => db().mail.update({ where: { id }, data: { state: "sent", sentAt } });
  await say(new Date("2026-11-01T12:00:01Z"));
  expect(await markKeptMails()).toBe(1);
  expect(await db().mail.findFirst()).toMatchObject({ state: "kept", sentAt: null });
  // Ordered again a week later, with a mail server.
  await say(new Date("2026-11-08T12:00:00Z"));
  expect(await markKeptMails()).toBe(0);
});
