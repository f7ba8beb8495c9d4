import { setTimeout as wait } from "node:timers/promises";
import sharp from "sharp";
import { siteDefaults } from "@/content/site";
import { adminToken, announcer, crowd } from "../harness/announcer";
import { removeFolder, temporaryFolder } from "../harness/launch.mjs";
import { administrator } from "../harness/product";
import { startReplicas } from "../harness/replicas";
import { publishParts, siteCaller } from "../harness/site";
import { query } from "../harness/sql";
import type { Figure, ResilienceTest } from "./figures";

const writes = { quick: 150, long: 3_000 };
const changes = { quick: 3, long: 30 };

/** Three processes behind a load balancer share all state, and losing one loses no write. */
export const run: ResilienceTest = async (scale) => {
  const dataDir = await temporaryFolder();
  const place = { dataDir, logs: "test-results/replicas", adminPassword: administrator.password };
  const replicas = await startReplicas(place, 3);
  try {
    const [first, second, third] = replicas.products.map(({ url }) => url);
    if (!first || !second || !third) throw new Error("Not all replicas are running.");
    const token = await adminToken(first);
    const figures = [
      await sessionsEverywhere([second, third], token),
      await triesTogether([first, second, third]),
      await seenEverywhere([first, second, third], changes[scale]),
      await siteSeenEverywhere([first, second, third], changes[scale]),
    ];

    // By now the first session has ended.
    const log = announcer(() => replicas.url, await adminToken(first));
    const killOne = async () => {
      while (log.acknowledged.size < writes[scale] / 3) await wait(10);
      process.kill(replicas.products[1]?.pid ?? 0, "SIGKILL");
    };
    await Promise.all([crowd(writes[scale], 8, (number) => log.announce(`Shared ${number}`)), killOne()]);
    const counted =
      "select subject, count(*)::int as count from test_schedules where subject like 'Shared%' group by 1";
    const rows = await query<{ subject: string; count: number }>(replicas.database, counted);
    const lost = [...log.acknowledged].filter((subject) => !rows.some((row) => row.subject === subject)).length;
    const doubled = rows.filter(({ count }) => count > 1).length;
    figures.push({
      requirement: "several processes",
      what: `kill -9 of one of three during ${log.acknowledged.size} acknowledged writes through a balancer`,
      wanted: "0 lost, 0 duplicated",
      measured: `${lost} lost, ${doubled} duplicated`,
      holds: lost === 0 && doubled === 0 && log.acknowledged.size === writes[scale],
    });
    return figures;
  } finally {
    await replicas.stop();
    await removeFolder(dataDir);
  }
};

async function sessionsEverywhere(others: string[], token: string): Promise<Figure> {
  const headers = { authorization: `Bearer ${token}` };
  const ask = async (url: string) => (await fetch(`${url}/api/services`, { headers })).status;
  const before = await Promise.all(others.map(ask));
  await fetch(`${others[0]}/api/auth/logout`, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
  });
  const after = await Promise.all(others.map(ask));
  return {
    requirement: "several processes",
    what: "a session created by one process, used at the others and ended by one of them",
    wanted: "200, then 401",
    measured: `${before.join(", ")}, then ${after.join(", ")}`,
    holds: before.every((status) => status === 200) && after.every((status) => status === 401),
  };
}

async function triesTogether(urls: string[]): Promise<Figure> {
  const statuses: number[] = [];
  for (let number = 0; number < 9; number += 1) {
    const answer = await fetch(`${urls[number % urls.length]}/api/student/login`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-forwarded-for": "203.0.113.50, 203.0.113.1" },
      body: JSON.stringify({ email: "nobody@school.example", password: "not this one" }),
    });
    statuses.push(answer.status);
  }
  const refused = statuses.filter((status) => status === 429).length;
  return {
    requirement: "several processes",
    what: "nine wrong logins, alternating between three processes",
    wanted: "5 rejected as wrong, 4 as too many",
    measured: statuses.join(", "),
    holds: refused === 4 && statuses.indexOf(429) === 5,
  };
}

async function seenEverywhere(urls: string[], times: number): Promise<Figure> {
  const log = announcer(() => urls[0] ?? "", await adminToken(urls[0] ?? ""));
  let slowest = 0;
  for (let number = 0; number < times; number += 1) {
    const subject = `Seen ${number} ${Date.now()}`;
    const has = async (address: string) => (await (await fetch(address)).text()).includes(subject);
    const isShown = async (url: string) =>
      (await has(`${url}/api/notifications?limit=1000`)) && (await has(`${url}/api/calendar/class-7.ics`));
    // Each keeps both.
    for (const path of ["notifications?limit=1000", "calendar/class-7.ics"])
      await Promise.all(urls.map((url) => has(`${url}/api/${path}`)));
    await log.announce(subject);
    const began = Date.now();
    for (const url of urls) while (!(await isShown(url)) && Date.now() - began < 20_000) await wait(25);
    slowest = Math.max(slowest, Date.now() - began);
  }
  return {
    requirement: "several processes",
    what: `${times} changes at one process, slowest until visible at all three, in a list and a calendar`,
    wanted: "2 s",
    measured: `${(slowest / 1000).toFixed(1)} s`,
    holds: slowest <= 2_000,
  };
}

/** The site that one process publishes, at all of them: its pages, and a picture that another process has taken. */
async function siteSeenEverywhere(urls: string[], times: number): Promise<Figure> {
  const [first = "", second = ""] = urls;
  const call = siteCaller(() => first, await adminToken(first));
  const token = await adminToken(second);
  let slowest = 0;
  const missing: string[] = [];
  for (let number = 0; number < times; number += 1) {
    const name = `School ${number} ${Date.now()}`;
    const { src, width, height } = await sendPicture(second, token, number);
    for (const url of urls) await (await fetch(`${url}/about`)).text();
    const picture = { src, width, height, alt: name };
    await publishParts(call, [
      { section: "facts", value: { ...siteDefaults.facts, name } },
      { section: "gallery", value: [picture] },
    ]);
    const began = Date.now();
    const isShown = async (url: string) => (await (await fetch(`${url}/about`)).text()).includes(name);
    for (const url of urls) while (!(await isShown(url)) && Date.now() - began < 20_000) await wait(25);
    slowest = Math.max(slowest, Date.now() - began);
    for (const url of urls) if ((await fetch(url + src)).status !== 200) missing.push(url);
  }
  return {
    requirement: "several processes",
    what: `${times} versions of the site published by one process with a picture of another, slowest until all three show them`,
    wanted: "2 s, every picture",
    measured: `${(slowest / 1000).toFixed(1)} s, ${missing.length} pictures missing`,
    holds: slowest <= 2_000 && missing.length === 0,
  };
}

async function sendPicture(url: string, token: string, shade: number) {
  const background = { r: 20 + shade, g: 80, b: 60 };
  const bytes = await sharp({ create: { width: 400, height: 300, channels: 3, background } })
    .jpeg()
    .toBuffer();
  const form = new FormData();
  form.append("kind", "gallery");
  form.append("file", new Blob([Uint8Array.from(bytes)], { type: "image/jpeg" }), "yard.jpg");
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`${url}/api/institute/pictures`, { method: "POST", headers, body: form });
  if (answer.status !== 201) throw new Error(`A picture was answered with ${answer.status}.`);
  return (await answer.json()) as { src: string; width: number; height: number };
}
