import { randomInt } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "@playwright/test";
import pg from "pg";
import { connectToCluster } from "@/server/postgres/cluster";
import { launch, removeFolder, startedFolder } from "../harness/launch.mjs";
import { administrator } from "../harness/product";
import { isThorough } from "../harness/runs";
import { startSmtp } from "../harness/smtp";

const rounds = isThorough ? 10 : 1;
const families = 40;
/** Concurrent deliveries of a process. */
const sideBySide = 3;

test("kill -9 loses no email of an acknowledged application and sends none twice", {
  tag: "@long",
}, async () => {
  test.setTimeout(60_000 + rounds * 60_000);
  let onTaken = () => {};
  const smtp = await startSmtp(undefined, async () => {
    onTaken();
    // The mail server is slow, so that the kill happens during a delivery.
    await wait(20);
  });
  const dataDir = await startedFolder();
  const start = (name: string) =>
    launch({
      dataDir,
      adminPassword: administrator.password,
      logFile: `test-results/mail-crash-${name}.log`,
      more: { SMTP_URL: smtp.url, TRUSTED_PROXIES: "1" },
    });

  const promised: string[] = [];
  let diedAt = new Date();

  async function apply(url: string, email: string) {
    const household = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`;
    const answer = await fetch(`${url}/api/trpc/services.submit`, {
      method: "POST",
      headers: { "content-type": "application/json", origin: new URL(url).origin, "x-forwarded-for": household },
      body: JSON.stringify({
        json: {
          selectedClass: 7,
          name: "Kiran Das",
          parentName: "Mohan Das",
          email,
          phone: "+91 98765 43210",
        },
      }),
    });
    expect(answer.status).toBe(200);
    promised.push(email);
  }

  for (let round = 1; round <= rounds; round += 1) {
    const product = await start(`round-${round}`);
    const taken = smtp.received.length + 5 + randomInt(20);
    const killed = new Promise<void>((resolve) => {
      onTaken = () => {
        if (smtp.received.length === taken) resolve(product.kill());
      };
    });
    const applications = Array.from({ length: families }, (_, index) => `family.${round}.${index}@home.example`);
    const work = async () => {
      for (let email = applications.pop(); email; email = applications.pop()) await apply(product.url, email);
    };
    await Promise.allSettled([work(), work(), work(), work()]);
    await killed;
    diedAt = new Date();
    onTaken = () => {};
  }

  const product = await start("after");
  const missing = () => promised.filter((email) => smtp.mailsFor(email).length === 0);
  // The lease of a delivery in progress expires after two minutes; expire it now.
  const database = new pg.Client(await connectToCluster(dataDir));
  await database.connect();
  await database.query(
    "update mails set due_at = now() where state = 'waiting' and due_at <= $1::timestamptz + interval '2 minutes'",
    [diedAt],
  );
  await database.query("select graphile_worker.add_job('sendMails')");
  await expect.poll(missing, { timeout: 30_000 }).toEqual([]);
  const states = "select state, count(*)::int from mails group by state";
  await expect.poll(async () => (await database.query(states)).rows.map(({ state }) => state)).toEqual(["sent"]);
  await database.end();
  await product.stop();

  const ids = new Map(smtp.received.map(({ recipients: [to], mail }) => [mail.messageId, to]));
  for (const email of promised)
    expect(
      [...ids.values()].filter((to) => to === email),
      email,
    ).toHaveLength(1);
  // An email whose acknowledgement was lost in the crash is repeated with the same Message-ID.
  const repeats = smtp.received.length - ids.size;
  test.info().annotations.push({ type: "mails", description: `${ids.size} mails, ${repeats} of them twice` });
  expect(repeats).toBeLessThanOrEqual(rounds * sideBySide);
  await smtp.close();
  await removeFolder(dataDir);
});
