import { createHash } from "node:crypto";
import { once } from "node:events";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { expect, test } from "@playwright/test";
import { plain } from "../setup/plain";
import { administrator } from "../setup/product";

const publicPages = ["/", "/about", "/services", "/contact", "/story", "/blog", "/careers", "/privacy", "/terms"];
const shapes: Record<string, [query: string, headers: Record<string, string>, method?: string]> = {
  "as a browser does": ["", { accept: "text/html" }],
  "with a long address": [`?q=${"x".repeat(3_000)}`, { accept: "text/html" }],
  "with an address of 9,000 characters": [`?q=${"x".repeat(9_000)}`, { accept: "text/html" }],
  "with a token": ["", { authorization: "Bearer x" }],
  "from another origin": ["", { origin: "https://elsewhere.example", accept: "text/html" }],
  "for what the administrator sees": ["?includeExpired=true", {}],
  "with a policy of its own": ["", { "content-security-policy": "script-src 'unsafe-inline'", origin: "null" }],
  "with a form": ["", { accept: "text/html" }, "POST"],
};
const partsOfPages = ["1", "0", ""].map((rsc) => ({ rsc, "next-router-prefetch": "1" }));

/** For each script inside of a page, whether its policy lets it run. */
function runsOf(page: string, policy: string): boolean[] {
  const allowed = /script-src ([^;]*)/.exec(policy)?.[1] ?? "";
  const inside = [...page.matchAll(/<script\b(?![^>]*\ssrc=)([^>]*)>([\s\S]*?)<\/script>/g)];
  return inside.map(([, attributes = "", script = ""]) => {
    const nonce = /nonce="([^"]+)"/.exec(attributes)?.[1];
    const hash = createHash("sha256").update(script).digest("base64");
    return allowed.includes(`'sha256-${hash}'`) || (nonce !== undefined && allowed.includes(`'nonce-${nonce}'`));
  });
}

for (const [shape, [query, headers, method = "GET"]] of Object.entries(shapes)) {
  test(`a public page that is asked for ${shape} runs its own scripts alone`, async ({ baseURL }) => {
    for (const path of publicPages) {
      const answer = await plain(`${baseURL}${path}${query}`, headers, method);
      const policy = String(answer.headers["content-security-policy"]);
      expect([path, policy]).toEqual([path, expect.stringContaining("script-src 'self'")]);
      expect([path, policy]).not.toEqual([path, expect.stringMatching(/script-src[^;]*unsafe/)]);
      const runs = runsOf(answer.body.toString(), policy);
      expect(runs.length, path).toBeGreaterThan(1);
      expect(runs, path).not.toContain(false);
      // What carries a nonce is for the one who asked; what is the same for everyone carries hashes.
      if (policy.includes("'nonce-")) expect(answer.headers["cache-control"], path).toContain("no-store");
    }
  });
}

test("a part of a page, which Next's router asks for, allows no script at all", async ({ baseURL }) => {
  for (const path of publicPages) {
    for (const headers of partsOfPages) {
      const { "content-security-policy": policy, "content-type": type } = (await plain(`${baseURL}${path}`, headers))
        .headers;
      if (!type?.startsWith("text/html"))
        expect([path, policy]).toEqual([path, expect.stringMatching(/^default-src 'none'; base/)]);
      else expect(policy).not.toMatch(/script-src[^;]*unsafe/);
    }
  }
});

test("whatever an address or a cookie says of where to go after a login, NextAuth answers", async ({ baseURL }) => {
  const said = ["x", "javascript:alert(1)", "//[", "http://", "https://elsewhere.example/", "/\\elsewhere.example"];
  for (const place of said) {
    const cookie = `next-auth.callback-url=${encodeURIComponent(place)}`;
    const query = `?callbackUrl=${encodeURIComponent(place)}`;
    for (const [path, headers] of [
      ["csrf", { cookie }],
      ["session", { cookie }],
      [`csrf${query}`, {}],
      [`session${query}`, {}],
    ] as const) {
      const answer = await fetch(`${baseURL}/api/auth/${path}`, { headers });
      expect([place, path, answer.status]).toEqual([place, path, 200]);
    }

    const first = await fetch(`${baseURL}/api/auth/csrf`, { headers: { cookie } });
    const { csrfToken } = (await first.json()) as { csrfToken: string };
    const cookies = first.headers.getSetCookie();
    expect(cookies.filter((line) => line.startsWith("next-auth.callback-url="))).toEqual([
      expect.stringContaining("Max-Age=0"),
    ]);
    const kept = `${cookie}; ${cookies.find((line) => line.includes("csrf"))?.split(";")[0]}`;
    const login = await fetch(`${baseURL}/api/auth/callback/admin${query}`, {
      method: "POST",
      headers: { cookie: kept },
      body: new URLSearchParams({ ...administrator, csrfToken, callbackUrl: place, json: "true" }),
    });
    expect([place, login.status]).toEqual([place, 200]);
    expect(login.headers.getSetCookie().some((line) => line.includes("session-token"))).toBe(true);
    expect(new URL(((await login.json()) as { url: string }).url).origin).toBe(new URL(baseURL ?? "").origin);
    const left = await fetch(`${baseURL}/api/auth/signout${query}`, {
      method: "POST",
      headers: { cookie: kept },
      body: new URLSearchParams({ csrfToken, callbackUrl: place, json: "true" }),
    });
    expect([place, left.status]).toEqual([place, 200]);
  }
});

test("a name of the site that is none is no failure of the server", async ({ baseURL }) => {
  for (const host of ["a b", 'a"<b', "[::1", "school.example:99999"]) {
    for (const path of ["csrf", "session"]) {
      const answer = await fetch(`${baseURL}/api/auth/${path}`, { headers: { "x-forwarded-host": host } });
      expect([host, path, answer.status]).toEqual([host, path, 400]);
      expect(await answer.json()).toMatchObject({ code: "BAD_REQUEST" });
    }
  }
});

test("where NextAuth leads to pages of its own, there are pages of the site", async ({ baseURL }) => {
  const form = { method: "POST", body: new URLSearchParams({ json: "false" }) };
  const led = ["callback/admin", "callback/user", "signout"].map((path) => fetch(`${baseURL}/api/auth/${path}`, form));
  const named = ["signin?csrf=true", "signin", "signout?csrf=true", "error?error=Configuration", "verify-request"];
  for (const answer of await Promise.all([...led, ...named.map((path) => fetch(`${baseURL}/api/auth/${path}`))])) {
    expect([answer.url, answer.redirected, answer.status]).toEqual([expect.not.stringContaining("/api/"), true, 200]);
    expect(answer.headers.get("content-type")).toContain("text/html");
  }
});

/** Sends the first line of a request as it is, which no client of Node's would. */
async function sent(baseURL: string | undefined, line: string, host: string): Promise<string> {
  const site = new URL(baseURL ?? "");
  const socket = connect(Number(site.port), site.hostname);
  await once(socket, "connect");
  socket.write(`${line} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
  return text(socket);
}

test("an address in its absolute form, a star, and what is no address are answered for what they are", async ({
  baseURL,
}) => {
  const { host } = new URL(baseURL ?? "");
  for (const path of ["/about", "/login", "/api/health", "/study-materials?q=x", "/api/auth/session"]) {
    expect(await sent(baseURL, `GET http://${host}${path}`, "elsewhere.example"), path).toMatch(/^HTTP\/1\.1 200 /);
  }
  expect(await sent(baseURL, `GET http://${host}`, host)).toMatch(/^HTTP\/1\.1 200 /);
  const options = await sent(baseURL, "OPTIONS *", host);
  expect(options).toMatch(/^HTTP\/1\.1 204 /);
  expect(options).toMatch(/^allow: GET, HEAD, POST, PUT, DELETE, OPTIONS\r$/im);
  for (const line of ["GET *", "OPTIONS about", "GET ftp://elsewhere.example/", "GET http://", "POST http://["]) {
    expect(await sent(baseURL, line, host), line).toMatch(/^HTTP\/1\.1 400 /);
  }
});
