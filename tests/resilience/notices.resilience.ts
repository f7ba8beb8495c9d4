import { setTimeout as wait } from "node:timers/promises";
import { connectToCluster } from "@/server/postgres/cluster";
import { adminToken } from "../harness/announcer";
import { launch, removeFolder, startedFolder } from "../harness/launch.mjs";
import { administrator } from "../harness/product";
import { startSmtp } from "../harness/smtp";
import { query } from "../harness/sql";
import type { ResilienceTest } from "./figures";
import { type Asked, ask, percentile, statusesOf } from "./product";

const students = { quick: 300, long: 3_000 };
const requirement = "notices";
/** How long the mail server thinks about each email, in milliseconds. */
const thinking = 20;
/** Deliveries of a process at once: each of them may be repeated by a crash. */
const sideBySide = 3;

/** A school with so many students, and two guardians for each. */
const school = `
  with year as (insert into school_years (id, label, first_day, last_day)
    select gen_random_uuid(), '2026-27', current_date - 200, current_date + 160 returning id),
  made as (insert into users (id, name, email, password_hash, email_confirmed_at, vouched_at)
    select gen_random_uuid(), 'Student ' || n, 's' || n || '@home.example', 'none', now(), now()
    from generate_series(1, $1::int) n returning id, substr(email, 2)::text as place),
  entries as (insert into students (user_id, origin) select id, 'office' from made returning user_id),
  enrolled as (insert into enrolments (id, student_id, school_year_id, class_name, section, from_day)
    select gen_random_uuid(), e.user_id, year.id, 1 + (row_number() over ())::int % 12, 'A', current_date - 100
    from entries e cross join year returning student_id),
  parents as (insert into users (id, name, email, email_confirmed_at)
    select gen_random_uuid(), 'Guardian ' || n, 'g' || n || '@home.example', now()
    from generate_series(1, 2 * $1::int) n returning id, email)
  insert into guardianships (id, guardian_id, student_id, relation, origin)
  select gen_random_uuid(), p.id, m.id, 'Mother', 'office' from parents p
  join made m on split_part(m.place, '@', 1)::int = 1 + substr(split_part(p.email, '@', 1), 2)::int % $1::int`;

/** A notice to everybody: how fast it is published, what its emails delay, and that a crash among them doubles and loses none. */
export const run: ResilienceTest = async (scale) => {
  const everybody = 3 * students[scale];
  const smtp = await startSmtp(undefined, () => wait(thinking));
  const dataDir = await startedFolder();
  const start = (name: string) =>
    launch({
      ...{ dataDir, adminPassword: administrator.password },
      logFile: `test-results/notices-${name}.log`,
      more: { SMTP_URL: smtp.url, TRUSTED_PROXIES: "1" },
    });
  let product = await start("first");
  try {
    const sql = async (text: string, values: unknown[] = []) => {
      const database = await connectToCluster(dataDir);
      if (!database) throw new Error("The database is not running.");
      return query<Record<string, number>>(database, text, values);
    };
    const token = await adminToken(product.url);
    async function call<Answer>(name: string, json: object): Promise<Answer> {
      const answer = await fetch(`${product.url}/api/trpc/${name}`, {
        method: "POST",
        headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
        body: JSON.stringify({ json }),
      });
      if (!answer.ok) throw new Error(`${name}: ${answer.status} ${await answer.text()}`);
      return ((await answer.json()) as { result: { data: { json: Answer } } }).result.data.json;
    }
    await sql(school, [students[scale]]);
    const pages = async (): Promise<Asked[]> => {
      const seen = [];
      for (const path of ["/", "/api/materials", "/show-schedule", "/api/notifications?limit=3", "/login"])
        seen.push(await ask(product.url + path));
      return seen;
    };
    await pages();
    const quietPages = (await Promise.all([pages(), pages()])).flat();

    const given = { title: "Reading week", text: "Bring a book.", audience: [{ kind: "students" }] };
    const { _id: id, rowVersion } = await call<{ _id: string; rowVersion: number }>("notices.add", given);
    const began = performance.now();
    await call("notices.publish", { id, rowVersion });
    const publishing = performance.now() - began;

    // The pause is over.
    await sql("update notices set tell_at = now()");
    await sql("select graphile_worker.add_job('publishNotices')");
    const isNews = ({ mail }: (typeof smtp.received)[number]) => mail.subject === "Reading week";
    const arrived = (share: number) =>
      until(400_000, () => smtp.received.filter(isNews).length >= everybody * share, "the emails");
    await arrived(0.02);
    const sending = performance.now();
    const firstOnes = smtp.received.length;
    const busyPages = [...(await pages()), ...(await pages()), ...(await pages()), ...(await pages())];

    const asked = performance.now();
    const forgotten = "s1@home.example";
    await call("auth.requestReset", { email: forgotten });
    const isLink = ({ recipients, mail }: (typeof smtp.received)[number]) =>
      recipients.includes(forgotten) && mail.subject !== "Reading week";
    await until(30_000, () => smtp.received.some(isLink), "the link");
    const link = performance.now() - asked;
    const waiting = (await sql("select count(*)::int as n from mails where state = 'waiting'"))[0]?.n ?? 0;

    await arrived(0.3);
    const rate = ((smtp.received.length - firstOnes) / (performance.now() - sending)) * 1000;
    await product.kill();
    const diedAt = new Date();
    product = await start("second");
    // The lease of a delivery that was broken off would last two minutes.
    const brokenOff = "state = 'waiting' and due_at > $1 and due_at <= $1::timestamptz + interval '2 minutes'";
    await sql(`update mails set due_at = now() where ${brokenOff}`, [diedAt]);
    await sql("select graphile_worker.add_job('sendMails')");
    await arrived(0.6);
    // An ordinary end in between.
    await product.stop();
    product = await start("third");
    await until(600_000, async () => (await sql(left))[0]?.n === 0, "the last email");

    const news = smtp.received.filter(isNews);
    const ids = new Map(news.map(({ recipients, mail }) => [mail.messageId, recipients.join()]));
    const people = new Set(ids.values());
    const repeated = news.length - ids.size;
    return [
      {
        ...{
          requirement,
          what: `a notice to ${students[scale]} students and ${2 * students[scale]} guardians is published`,
        },
        ...{ wanted: "1 s", measured: `${(publishing / 1000).toFixed(2)} s`, holds: publishing < 1_000 },
      },
      {
        requirement,
        what: `a link for a new password, while ${waiting} emails wait`,
        ...{
          wanted: "10 s",
          measured: `${(link / 1000).toFixed(2)} s`,
          holds: link < 10_000 && waiting > everybody / 2,
        },
      },
      {
        requirement,
        what: `public pages and lists while they leave, ${Math.round(rate)} a second at a mail server that thinks ${thinking} ms`,
        wanted: "200, the median within 250 ms",
        measured: `${statusesOf(busyPages)}; median ${percentile(busyPages, 50)} ms, slowest ${percentile(busyPages, 100)} ms (before: ${percentile(quietPages, 50)} and ${percentile(quietPages, 100)} ms)`,
        holds: busyPages.every(({ status }) => status === 200) && percentile(busyPages, 50) < 250,
      },
      {
        requirement,
        what: `kill -9 of web and database among ${everybody} emails, and a restart: people without one, and people with two`,
        wanted: "0, 0",
        measured: `${everybody - people.size}, ${ids.size - people.size} (${repeated} repeated with the same Message-ID)`,
        holds: people.size === everybody && ids.size === everybody && repeated <= sideBySide,
      },
    ];
  } finally {
    await product.stop().catch(() => {});
    await smtp.close();
    await removeFolder(dataDir);
  }
};

const left = "select count(*)::int as n from mails where state not in ('sent', 'kept')";

async function until(milliseconds: number, isSo: () => boolean | Promise<boolean>, what: string): Promise<void> {
  for (const end = Date.now() + milliseconds; !(await isSo()); await wait(20)) {
    if (Date.now() > end) throw new Error(`There was a wait in vain for ${what}.`);
  }
}
