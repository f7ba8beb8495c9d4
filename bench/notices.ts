// A notice to a whole school: how long it takes, and what its emails delay.
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { connectToCluster } from "../src/server/postgres/cluster";
import { launch } from "../tests/harness/launch.mjs";
import { startSmtp } from "../tests/harness/smtp";
import { callerFor } from "./call";
import { drive, type Fact } from "./drive";
import { adminPassword } from "./institute";

const notice = {
  title: "The school is open on Saturday",
  text: "Classes are held from 9 to 12.\n\n- Bring your notebooks",
  audience: [{ kind: "students" }],
  mustConfirm: true,
};

/** Gives every guardian on the roster a confirmed address. */
async function addAddresses(dataDir: string): Promise<pg.Client> {
  const connection = await connectToCluster(dataDir);
  if (!connection) throw new Error("The database of the product does not run.");
  const database = new pg.Client(connection);
  await database.connect();
  await database.query(
    `update users set email = 'guardian.' || id || '@roster.example', email_confirmed_at = now()
     where email is null and id in (select guardian_id from guardianships)`,
  );
  return database;
}

/** How long a link for a new password takes to arrive, in milliseconds. */
async function linkArrives(url: string, mailsFor: (email: string) => unknown[]): Promise<number> {
  const email = "student1@school.example";
  const began = performance.now();
  const answer = await fetch(`${url}/api/trpc/auth.requestReset`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ json: { email } }),
  });
  if (!answer.ok) throw new Error(`auth.requestReset: ${answer.status} ${await answer.text()}`);
  while (mailsFor(email).length === 0) await wait(20);
  return performance.now() - began;
}

/** Publishes a notice to the roster, and measures a public list and a link for a new password while its emails leave. */
export async function measureNotices(dataDir: string, token: string): Promise<Fact[]> {
  // As fast as a provider's mail server: about 25 emails per second and connection.
  const smtp = await startSmtp(undefined, () => wait(40));
  const more = { SMTP_URL: smtp.url, MAIL_FROM: "office@lyceum.example" };
  const product = await launch({ dataDir, adminPassword, logFile: "test-results/bench.log", more });
  const database = await addAddresses(dataDir);
  const call = callerFor(product.url, token);
  const { _id: id, rowVersion } = await call<{ _id: string; rowVersion: number }>("notices.add", notice);
  const began = performance.now();
  await call("notices.publish", { id, rowVersion });
  const published = performance.now() - began;
  await database.query("update notices set tell_at = now() where id = $1", [id]);
  await database.query("select graphile_worker.add_job('publishNotices')");
  while (smtp.received.length < 10) await wait(20);
  const { p99 } = await drive(`${product.url}/api/materials?limit=24`, { seconds: 3 });
  const link = await linkArrives(product.url, smtp.mailsFor);
  const { rows } = await database.query<{ all: number; left: number }>(
    `select count(*)::int as all, count(*) filter (where state = 'waiting')::int as left from mails where subject_id = $1`,
    [id],
  );
  await database.end();
  await product.stop();
  await smtp.close();
  const { all = 0, left = 0 } = rows[0] ?? {};
  const meanwhile = `while ${all.toLocaleString("en")} mails of a notice leave (${left.toLocaleString("en")} left)`;
  return [
    {
      what: "a notice to 3,000 students and 6,000 guardians published",
      goal: "1 s",
      found: `${published.toFixed(0)} ms`,
    },
    { what: `a public list ${meanwhile}`, goal: "p99 50 ms", found: `p99 ${p99} ms` },
    { what: `a link for a new password ${meanwhile}`, goal: "10 s", found: `${(link / 1000).toFixed(1)} s` },
  ];
}
