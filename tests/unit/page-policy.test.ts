import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { expect, it, onTestFinished, vi } from "vitest";
import { siteDefaults } from "@/content/site";
import { sendOverloaded } from "@/http/overloaded";
import type { SiteContent } from "@/lib/site-content";
import { processState } from "@/server/process-state";
import { safetyOf, secure } from "../../src/http/security-headers.mjs";
import { patience } from "../harness/patience.mjs";
import { fc } from "../harness/random";

const site = { dev: false, cloud: false, https: false, subdomains: false };
const publicPages = ["/", "/about", "/services", "/contact", "/story", "/blog", "/careers", "/privacy", "/terms"];

const addresses = fc
  .tuple(fc.constantFrom(...publicPages, "/login", "/study-materials", "/nowhere"), fc.string({ maxLength: 5_000 }))
  .map(([path, query]) => (query ? `${path}?q=${encodeURIComponent(query)}` : path));
const headers = fc.dictionary(
  fc.constantFrom("authorization", "origin", "rsc", "accept", "cookie", "content-security-policy", "range"),
  fc.string({ maxLength: 100 }),
);
const methods = fc.constantFrom("GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE");

it("no page allows a script without its nonce or hash, for any request", () => {
  const nonces = new Set<string>();
  fc.assert(
    fc.property(addresses, headers, methods, (url, said, method) => {
      const request = Object.assign(new IncomingMessage(new Socket()), { url, method, headers: { ...said } });
      const response = new ServerResponse(request);
      secure(request, response, site);
      response.setHeader("content-type", "text/html; charset=utf-8");
      response.writeHead(200);
      const policy = String(response.getHeader("content-security-policy"));
      const scripts = /script-src ([^;]*)/.exec(policy)?.[1] ?? "";
      expect(scripts).toMatch(/^'self' 'nonce-[\w+/]{22}=='$/);
      // Next reads the nonce from this header.
      expect(request.headers["content-security-policy"]).toBe(policy);
      expect(nonces).not.toContain(scripts);
      nonces.add(scripts);
    }),
  );
});

it.each([
  ["text/html; charset=utf-8", "content-type", "style-src 'self' 'unsafe-inline'"],
  ["text/html; charset=utf-8", "Content-Type", "style-src 'self' 'unsafe-inline'"],
  ["application/json", "content-type", undefined],
])("a response of %s with the type passed to writeHead (%s) has the right CSP", (type, name, styles) => {
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  secure(response.req, response, site);
  response.writeHead(410, { [name]: type });
  const policy = String(response.getHeader("content-security-policy"));
  expect(/style-src [^;]*/.exec(policy)?.[0]).toBe(styles);
});

it("an overload page shows the last published name of the institute", () => {
  const shared = processState<{ lyceumSite?: SiteContent }>();
  const before = shared.lyceumSite;
  onTestFinished(() => void Object.assign(shared, { lyceumSite: before }));
  shared.lyceumSite = { ...siteDefaults, facts: { ...siteDefaults.facts, name: "Green Valley School" } };
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  const ended = vi.spyOn(response, "end");
  sendOverloaded("/about", response, () => ({}));
  expect(String(ended.mock.calls[0]?.[0])).toContain("<title>One moment, please | Green Valley School</title>");
});

it("an overload response has the security headers", async () => {
  for (const [path, policy] of [
    ["/about", /^default-src 'none'; script-src 'self' ?;/],
    ["/api/materials", /^default-src 'none'; base-uri/],
  ] as const) {
    const response = new ServerResponse(new IncomingMessage(new Socket()));
    const written = vi.spyOn(response, "writeHead");
    sendOverloaded(path, response, (scripts) => safetyOf(site, scripts));
    await vi.waitFor(() => expect(response.writableEnded).toBe(true), patience);
    expect(written).toHaveBeenCalledWith(
      503,
      expect.objectContaining({
        "content-security-policy": expect.stringMatching(policy),
        "x-content-type-options": "nosniff",
      }),
    );
  }
});
