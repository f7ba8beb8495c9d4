import { createHash } from "node:crypto";
import { once } from "node:events";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { expect, test } from "@playwright/test";
import { plain } from "../harness/plain-http";
import { administrator } from "../harness/product";

const publicPages = ["/", "/about", "/services", "/contact", "/story", "/blog", "/careers", "/privacy", "/terms"];
const shapes: Record<string, [query: string, headers: Record<string, string>]> = {
  "as a browser does": ["", { accept: "text/html" }],
  "with a long address": [`?q=${"x".repeat(3_000)}`, { accept: "text/html" }],
  "with an address of 9,000 characters": [`?q=${"x".repeat(9_000)}`, { accept: "text/html" }],
  "with a token": ["", { authorization: "Bearer x" }],
  "from another origin": ["", { origin: "https://elsewhere.example", accept: "text/html" }],
  "for what the administrator sees": ["?includeExpired=true", {}],
  "with a policy of its own": ["", { "content-security-policy": "script-src 'unsafe-inline'", origin: "null" }],
};
const partsOfPages = ["1", "0", ""].map((rsc) => ({ rsc, "next-router-prefetch": "1" }));

/** Whether the CSP allows each inline script of a page. Structured data does not count, since nothing runs it. */
function runsOf(page: string, policy: string): boolean[] {
  const allowed = /script-src ([^;]*)/.exec(policy)?.[1] ?? "";
  const inside = [
    ...page.matchAll(/<script\b(?![^>]*\ssrc=)(?![^>]*\stype="application\/ld\+json")([^>]*)>([\s\S]*?)<\/script>/g),
  ];
  return inside.map(([, attributes = "", script = ""]) => {
    const nonce = /nonce="([^"]+)"/.exec(attributes)?.[1];
    const hash = createHash("sha256").update(script).digest("base64");
    return allowed.includes(`'sha256-${hash}'`) || (nonce !== undefined && allowed.includes(`'nonce-${nonce}'`));
  });
}

for (const [shape, [query, headers]] of Object.entries(shapes)) {
  test(`a public page requested ${shape} runs only its own scripts`, async ({ baseURL }) => {
    for (const path of publicPages) {
      const answer = await plain(`${baseURL}${path}${query}`, headers);
      const policy = String(answer.headers["content-security-policy"]);
      expect([path, policy]).toEqual([path, expect.stringContaining("script-src 'self'")]);
      expect([path, policy]).not.toEqual([path, expect.stringMatching(/script-src[^;]*unsafe/)]);
      const runs = runsOf(answer.body.toString(), policy);
      expect(runs.length, path).toBeGreaterThan(1);
      expect(runs, path).not.toContain(false);
      // Uncached pages have a nonce, cached ones hashes.
      if (policy.includes("'nonce-")) expect(answer.headers["cache-control"], path).toContain("no-store");
    }
  });
}

test("an RSC response allows no scripts", async ({ baseURL }) => {
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

test("NextAuth responds whatever the callback URL or its cookie contain", async ({ baseURL }) => {
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

test("an invalid host does not cause a server failure", async ({ baseURL }) => {
  for (const host of ["a b", 'a"<b', "[::1", "school.example:99999"]) {
    for (const path of ["csrf", "session"]) {
      const answer = await fetch(`${baseURL}/api/auth/${path}`, { headers: { "x-forwarded-host": host } });
      expect([host, path, answer.status]).toEqual([host, path, 400]);
      expect(await answer.json()).toMatchObject({ code: "BAD_REQUEST" });
    }
  }
});

test("NextAuth's own pages redirect to ours", async ({ baseURL }) => {
  const form = { method: "POST", body: new URLSearchParams({ json: "false" }) };
  const led = ["callback/admin", "callback/user", "signout"].map((path) => fetch(`${baseURL}/api/auth/${path}`, form));
  const named = ["signin?csrf=true", "signin", "signout?csrf=true", "error?error=Configuration", "verify-request"];
  for (const answer of await Promise.all([...led, ...named.map((path) => fetch(`${baseURL}/api/auth/${path}`))])) {
    expect([answer.url, answer.redirected, answer.status]).toEqual([expect.not.stringContaining("/api/"), true, 200]);
    expect(answer.headers.get("content-type")).toContain("text/html");
  }
});

/** Sends a raw request line, which Node's clients would normalize. */
async function sent(baseURL: string | undefined, line: string, host: string): Promise<string> {
  const site = new URL(baseURL ?? "");
  const socket = connect(Number(site.port), site.hostname);
  await once(socket, "connect");
  socket.write(`${line} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
  return text(socket);
}

test("pages allow only GET and HEAD", async ({ baseURL }) => {
  const { host } = new URL(baseURL ?? "");
  for (const path of ["/", "/about", "/admin", "/study-materials?q=x", "/nothing-here", "/icon.svg"]) {
    for (const method of ["TRACE", "DELETE", "PROPFIND", "POST"]) {
      const answer = await sent(baseURL, `${method} ${path}`, host);
      expect(answer, `${method} ${path}`).toMatch(/^HTTP\/1\.1 405 /);
      expect(answer).toMatch(/^allow: GET, HEAD\r$/im);
    }
    const options = await sent(baseURL, `OPTIONS ${path}`, host);
    expect(options, path).toMatch(/^HTTP\/1\.1 204 /);
    expect(options).toMatch(/^allow: GET, HEAD\r$/im);
  }
});

test("the paths of NextAuth answer every other method with JSON", async ({ baseURL }) => {
  const { host } = new URL(baseURL ?? "");
  for (const method of ["TRACE", "PROPFIND", "DELETE", "QUERY"]) {
    for (const path of ["/api/auth/csrf", "/api/auth/nothing/here"]) {
      const answer = await sent(baseURL, `${method} ${path}`, host);
      expect(answer, `${method} ${path}`).toMatch(/^HTTP\/1\.1 40[45] /);
      expect(answer).toMatch(/^content-type: application\/json/im);
    }
  }
});

test("a known page in another letter case keeps its query", async ({ baseURL }) => {
  const answer = await fetch(`${baseURL}/Study-Materials?q=algebra&className=7`, { redirect: "manual" });
  expect([answer.status, answer.headers.get("location")]).toEqual([307, "/study-materials?q=algebra&className=7"]);
  const besideIds = await fetch(`${baseURL}/admin/notices/New?copy=1`, { redirect: "manual" });
  expect(besideIds.headers.get("location")).toBe("/admin/notices/new?copy=1");
  const unknown = await fetch(`${baseURL}/nothing-here?q=algebra`, { redirect: "manual" });
  expect([unknown.status, unknown.headers.get("location")]).toEqual([307, "/#unknown"]);
});

test("an absolute target, an asterisk and an invalid target get proper responses", async ({ baseURL }) => {
  const { host } = new URL(baseURL ?? "");
  for (const path of ["/about", "/login", "/api/health", "/study-materials?q=x", "/api/auth/session"]) {
    expect(await sent(baseURL, `GET http://${host}${path}`, "elsewhere.example"), path).toMatch(/^HTTP\/1\.1 200 /);
  }
  expect(await sent(baseURL, `GET http://${host}`, host)).toMatch(/^HTTP\/1\.1 200 /);
  const options = await sent(baseURL, "OPTIONS *", host);
  expect(options).toMatch(/^HTTP\/1\.1 204 /);
  expect(options).toMatch(/^allow: GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS\r$/im);
  for (const line of ["GET *", "OPTIONS about", "GET ftp://elsewhere.example/", "GET http://", "POST http://["]) {
    expect(await sent(baseURL, line, host), line).toMatch(/^HTTP\/1\.1 400 /);
  }
  const unreadable = await fetch(`${baseURL}/api/materials/%ZZ/file`);
  expect(unreadable.status).toBe(400);
  expect(await unreadable.json()).toEqual({ message: "This address is not valid.", code: "BAD_REQUEST" });
});
