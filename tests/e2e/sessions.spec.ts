import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { launch, removeFolder, startedFolder } from "../harness/launch.mjs";
import { administrator } from "../harness/product";

// All tests share one product, without trusted proxies.
test.describe.configure({ mode: "default" });

type Product = Awaited<ReturnType<typeof launch>>;

let dataDir: string;
let product: Product;

const start = (name: string) =>
  launch({ dataDir, adminPassword: administrator.password, logFile: `test-results/sessions-${name}.log` });

test.beforeAll(async () => {
  test.setTimeout(300_000);
  dataDir = await startedFolder();
  product = await start("first");
});

test.afterAll(async () => {
  await product.stop();
  await removeFolder(dataDir);
});

type Jar = Map<string, string>;
const setCookies: string[] = [];

/** True for a Set-Cookie header that deletes the cookie. */
const isForgotten = (line: string) => /max-age=0|1970/i.test(line.slice(line.indexOf(";")));

/** Sends a request like a browser over HTTPS, and updates its cookies. */
async function ask(jar: Jar, path: string, form?: Record<string, string>, headers: Record<string, string> = {}) {
  const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
  const answer = await fetch(product.url + path, {
    redirect: "manual",
    headers: { "x-forwarded-proto": "https", ...headers, ...(cookie && { cookie }) },
    ...(form && { method: "POST", body: new URLSearchParams(form) }),
  });
  for (const line of answer.headers.getSetCookie()) {
    setCookies.push(line);
    const [name = "", value = ""] = line.split(";", 1)[0]?.split("=") ?? [];
    if (value === "" || isForgotten(line)) jar.delete(name);
    else jar.set(name, value);
  }
  return answer;
}

async function post(jar: Jar, path: string, fields: Record<string, string>, headers: Record<string, string> = {}) {
  const { csrfToken } = (await (await ask(jar, "/api/auth/csrf")).json()) as { csrfToken: string };
  return ask(jar, path, { ...fields, csrfToken, json: "true" }, headers);
}

const logIn = (jar: Jar, fields: Record<string, string>, headers?: Record<string, string>) =>
  post(jar, "/api/auth/callback/admin", fields, headers);
const right = { username: administrator.username, password: administrator.password };
const session = "__Host-next-auth.session-token";

async function isIn(jar: Jar): Promise<boolean> {
  return (await ask(jar, "/api/services")).status === 200;
}

test("over HTTPS every cookie is __Host- and HttpOnly (except the session mark), and each login gets a new session", async () => {
  const jar: Jar = new Map();
  expect((await logIn(jar, { ...right, remember: "true" })).status).toBe(200);
  const first = jar.get(session) ?? "";
  expect([first.length > 100, await isIn(jar)]).toEqual([true, true]);

  // The session cookie does not work without the prefix, and the next login replaces it.
  expect(await isIn(new Map([["next-auth.session-token", first]]))).toBe(false);
  expect((await logIn(jar, right)).status).toBe(200);
  const second = jar.get(session) ?? "";
  expect(jar.get("__Host-lyceum-logged-in")).toBe("1");
  expect(second).not.toBe(first);
  expect((await post(jar, "/api/auth/signout", {})).status).toBe(200);
  expect([jar.has(session), jar.has("__Host-lyceum-logged-in")]).toEqual([false, false]);
  expect(await isIn(new Map([[session, second]]))).toBe(false);

  const names = setCookies.map((line) => line.split("=", 1)[0]);
  for (const name of [session, "__Host-next-auth.csrf-token", "__Host-lyceum-device"]) expect(names).toContain(name);
  for (const line of setCookies) {
    expect(line).toMatch(/^__Host-[\w.-]+=/);
    const isMark = line.startsWith("__Host-lyceum-logged-in=");
    expect(/; HttpOnly/i.test(line), line).toBe(!isMark);
    if (isMark) expect(line).toMatch(/^[^=]+=1?;/);
    for (const part of [/; Secure/i, /; SameSite=Lax/i, /; Path=\/(;|$)/i]) expect(line).toMatch(part);
    expect(line).not.toMatch(/; Domain=/i);
  }
  // The administrator's cookie always ends with the browser.
  const made = setCookies.filter((line) => line.startsWith(session) && !isForgotten(line));
  expect(made.length).toBeGreaterThan(1);
  for (const line of made) expect(line).not.toMatch(/expires|max-age/i);
});

test("a session mark from before HTTPS is deleted, so that later pages do not request a session", async () => {
  const answer = await fetch(`${product.url}/api/auth/session`, {
    headers: { "x-forwarded-proto": "https", cookie: "lyceum-logged-in=1" },
  });
  const removed = answer.headers.getSetCookie().filter((line) => isForgotten(line));
  expect(removed.map((line) => line.split("=", 1)[0])).toEqual(["__Host-lyceum-logged-in", "lyceum-logged-in"]);
});

test("the three ways to log in share one count, whatever address a client claims, and it survives kill -9", async () => {
  test.setTimeout(180_000);
  const identifier = "nobody";
  const forged = (index: number) => ({
    "x-forwarded-for": `10.1.${index >> 8}.${index & 255}`,
    "x-real-ip": "10.2.2.2",
  });
  const wrong = { identifier, password: "not the password", role: "admin" };
  const json = (path: string, body: unknown, index: number) =>
    fetch(product.url + path, {
      method: "POST",
      headers: { "content-type": "application/json", ...forged(index) },
      body: JSON.stringify(body),
    });
  const ways = [
    (index: number) => json("/api/auth/login", wrong, index),
    (index: number) => json("/api/trpc/auth.login", { json: wrong }, index),
    (index: number) => logIn(new Map(), { username: identifier, password: wrong.password }, forged(index)),
  ];

  for (let index = 0; index < 4; index += 1) {
    const answer = await ways[index % 3]?.(index);
    expect(answer?.status).toBe(401);
    expect(decodeURIComponent((await answer?.text()) ?? "").replaceAll("+", " ")).toContain(
      "Invalid admin credentials",
    );
  }
  await product.kill();
  product = await start("second");
  expect((await ways[0]?.(4))?.status).toBe(401);
  for (let index = 5; index < 105; index += 1) {
    const answer = await ways[index % 3]?.(index);
    expect(answer?.status).toBe(429);
    const wait = Number(answer?.headers.get("retry-after"));
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(900);
  }
  // Other accounts are not locked.
  expect((await logIn(new Map(), right)).status).toBe(200);
});

test("the link of a password reset has the site's own host, even if the request names another", async () => {
  const student = { name: "Asha Rao", email: "asha@school.example", password: "mango-river-9" };
  const send = (path: string, body: unknown) =>
    fetch(product.url + path, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        ...{ "x-forwarded-host": "evil.example", "x-forwarded-proto": "https", forwarded: "host=evil.example" },
      },
      body: JSON.stringify(body),
    });
  expect((await send("/api/student/signup", student)).status).toBe(201);
  expect((await send("/api/trpc/auth.requestReset", { json: { email: student.email } })).status).toBe(200);
  const folder = join(dataDir, "mail");
  const mails = async () => {
    // A file that is still being written has another ending.
    const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith(".eml"));
    return Promise.all(names.map((name) => readFile(join(folder, name), "utf8")));
  };
  await expect.poll(async () => (await mails()).join("").includes("reset-password"), { timeout: 20_000 }).toBe(true);
  // Decode quoted-printable.
  const text = (await mails()).join("").replaceAll(/=\r?\n/g, "");
  expect(text).toContain(`${product.url}/reset-password#token=`);
  expect(text).not.toContain("evil.example");
});
