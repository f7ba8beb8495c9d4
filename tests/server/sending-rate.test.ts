import { afterAll, beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { db, pool, transaction } from "@/server/db/client";
import { enqueueEmail, retryEmails } from "@/server/mail/outbox";
import { untilNextSlot } from "@/server/mail/sending-rate";
import { resetDatabase } from "../harness/database";
import { removeFolder, temporaryFolder } from "../harness/launch.mjs";
import { anotherProcess } from "../harness/mail-process";
import { changeSettings } from "../harness/settings";
import { startSmtp } from "../harness/smtp";

/** How long the mail server takes for an email, in milliseconds. */
let thinking = 0;
const smtp = await startSmtp(undefined, () => new Promise((resolve) => setTimeout(resolve, thinking)));
afterAll(smtp.close);

const dataDir = await temporaryFolder();
afterAll(() => removeFolder(dataDir));

/** Another process; all processes have its settings until the test ends. */
function processWith(settings: Record<string, string> = {}) {
  onTestFinished(changeSettings({ SMTP_URL: smtp.url, MAIL_FROM: "office@school.example", ...settings }));
  return anotherProcess();
}

type Process = Awaited<ReturnType<typeof processWith>>;

beforeEach(async () => {
  await resetDatabase();
  smtp.received.length = 0;
  thinking = 0;
});

const test = async ({ recipient }: { recipient: string }) => ({
  to: recipient,
  subject: "News",
  paragraphs: ["Come."],
});
const send = (of: Process) => of.deliverDueEmails({ test });
const recipients = () => smtp.received.flatMap((one) => one.recipients);

const orderMany = (count: number) =>
  pool().query(
    `insert into mails (id, event, kind, recipient, rank, about)
     select gen_random_uuid(), 'many:' || n, 'test', 'r' || n || '@example.org', 2, '{}' from generate_series(1, $1::int) n`,
    [count],
  );

const orderLink = () =>
  transaction((tx) =>
    enqueueEmail(tx, { kind: "test", event: "link", recipient: "link@example.org", rank: 0, about: {} }),
  );

const sentCount = () => db().mail.count({ where: { state: "sent" } });

it("a link for a new password leaves within seconds while 9,000 other emails wait for a slow mail server", {
  timeout: 60_000,
}, async () => {
  const product = await processWith();
  await orderMany(9_000);
  thinking = 300;
  const sending = send(product);
  await vi.waitFor(() => expect(smtp.received.length).toBeGreaterThan(3), { timeout: 10_000 });
  const asked = Date.now();
  await orderLink();
  await send(product);
  await vi.waitFor(() => expect(recipients()).toContain("link@example.org"), { timeout: 10_000, interval: 20 });
  const took = Date.now() - asked;
  await product.endDeliveries();
  await sending;
  expect(await db().mail.count({ where: { state: "waiting" } })).toBeGreaterThan(8_500);
  expect(took).toBeLessThan(10_000);
});

it("two processes together send no more emails per minute than the mail server takes, and a link does not wait", async () => {
  const settings = { MAIL_PER_MINUTE: "240" };
  const [one, other] = [await processWith(settings), await processWith(settings)];
  await orderMany(40);
  const began = Date.now();
  await Promise.all([send(one), send(other)]);
  await vi.waitFor(async () => expect(await sentCount()).toBeGreaterThan(7), { timeout: 8_000 });
  const most = 1 + Math.ceil((Date.now() - began) / 250);
  expect(smtp.received.length).toBeLessThanOrEqual(most);
  await orderLink();
  await send(one);
  await vi.waitFor(() => expect(recipients()).toContain("link@example.org"), { timeout: 1_000 });
  await Promise.all([one.endDeliveries(), other.endDeliveries()]);
  expect(new Set(recipients()).size).toBe(smtp.received.length);
});

it("a slot set by a clock that was ahead holds back nothing, and links delay the next slot by at most an hour", async () => {
  const product = await processWith({ MAIL_PER_MINUTE: "6" });
  const setNext = (interval: string) =>
    pool().query("update mail_paces set next_at = now() + $1::interval", [interval]);
  await orderMany(2);
  await send(product);
  expect(await sentCount()).toBe(1);
  await setNext("30 days");
  expect(await untilNextSlot()).toBeNull();
  await send(product);
  expect(await sentCount()).toBe(2);
  expect(await untilNextSlot()).toBeLessThanOrEqual(10_000);

  await setNext("1 hour 30 seconds");
  await orderLink();
  await send(product);
  expect(recipients().at(-1)).toBe("link@example.org");
  expect(await untilNextSlot()).toBeLessThanOrEqual(60 * 60 * 1000);
  await product.endDeliveries();
});

it("the daily limit spreads emails over days but holds back no account email", async () => {
  const product = await processWith({ MAIL_PER_DAY: "5" });
  await orderMany(12);
  await send(product);
  expect(smtp.received).toHaveLength(5);
  await orderLink();
  await send(product);
  expect(recipients()).toContain("link@example.org");
  // The day's count survives a restart.
  await send(await processWith({ MAIL_PER_DAY: "5" }));
  expect(smtp.received).toHaveLength(6);
  const nextDay = () => pool().query("update mail_paces set day = day - 1");
  await nextDay();
  await send(product);
  expect(smtp.received).toHaveLength(11);
  await nextDay();
  await send(product);
  expect(smtp.received).toHaveLength(13);
  expect(new Set(recipients()).size).toBe(13);
});

it("emails kept as files without a mail server stay kept once there is one", async () => {
  const without = await processWith({ SMTP_URL: "", DATA_DIR: dataDir });
  await orderMany(3);
  await send(without);
  const states = async () => (await db().mail.findMany({ orderBy: { event: "asc" } })).map(({ state }) => state);
  expect(await states()).toEqual(["kept", "kept", "kept"]);
  const product = await processWith();
  await orderLink();
  await send(product);
  await retryEmails(db(), { state: "failed" });
  await send(product);
  expect(recipients()).toEqual(["link@example.org"]);
  expect(await states()).toEqual(["sent", "kept", "kept", "kept"]);
});

it("an obsolete email does not count towards the daily limit", async () => {
  const product = await processWith({ MAIL_PER_DAY: "2" });
  await orderMany(6);
  const obsolete = ["r1@example.org", "r2@example.org", "r3@example.org"];
  const some = async (facts: { recipient: string }) => (obsolete.includes(facts.recipient) ? null : test(facts));
  await product.deliverDueEmails({ test: some });
  expect(smtp.received).toHaveLength(2);
});
