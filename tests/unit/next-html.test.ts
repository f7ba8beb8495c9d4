import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { deferScripts, readsNext, withoutNonce } from "@/http/next-html";
import { dependencies } from "../../package.json";

const own = (name: string, nonce = "") => `<script src="/_next/static/chunks/${name}.js" async=""${nonce}></script>`;
const page = (head: string, body = "") => `<html><head>${head}</head><body>${body}</body></html>`;

const policy = "script-src 'self' 'nonce-abc'";

it("next-html.ts was checked with this version of Next; else run `npx playwright test next-html` and update `readsNext`", () => {
  expect(dependencies.next).toBe(readsNext);
});

describe("deferred scripts", () => {
  it("deferScripts loads each script once, at the end of the page", () => {
    const made = deferScripts(page(own("a") + own("b"), `<p>Hello</p>${own("c")}`));
    expect(made).not.toContain("<script src=");
    expect(made).toMatch(/<script>.*"\/_next\/static\/chunks\/a\.js",".*b\.js",".*c\.js".*\}<\/script><\/body>/);
  });

  it("deferScripts leaves other content and other scripts unchanged", () => {
    const foreign =
      '<script src="/elsewhere.js" async=""></script><script src="/_next/static/chunks/old.js" noModule=""></script>';
    expect(deferScripts(page(foreign))).toBe(page(foreign));
    expect(deferScripts(page("", own("typed")), policy)).toBe(page("", own("typed")));
  });

  it("deferScripts gives its inline script the page's nonce", () => {
    const made = deferScripts(page(own("a", ' nonce="abc"')), policy);
    expect(made).toContain('<script nonce="abc">document');
    expect(made).not.toContain("<script src=");
  });

  it("deferScripts removes the preload links", () => {
    const announced = '<link rel="preload" as="script" fetchPriority="low" href="/_next/static/chunks/a.js"/>';
    expect(deferScripts(page(announced + own("a")))).not.toContain("preload");
  });
});

const hashOf = (text: string) => createHash("sha256").update(text).digest("base64");

describe("cacheable page", () => {
  it("withoutNonce hashes only the scripts that carry the page's nonce", () => {
    const page =
      '<script nonce="n0nce">own("n0nce")</script><script>typed()</script><script nonce="kept">typed()</script>';
    const made = withoutNonce(page, "script-src 'self' 'nonce-n0nce'");
    expect(made.scripts).toEqual([hashOf('own("kept")')]);
    expect(made.page).not.toContain("n0nce");
  });

  it("withoutNonce returns the same page for every nonce", () => {
    const made = (nonce: string) => withoutNonce(`<script nonce="${nonce}">1</script>`, `script-src 'nonce-${nonce}'`);
    expect(made("one")).toEqual(made("another"));
  });

  it("withoutNonce hashes no script of a page without a nonce", () => {
    const page = '<script id="x">1</script>';
    expect(withoutNonce(page, "script-src 'self' 'unsafe-inline'")).toEqual({ page, scripts: [] });
  });

  it("withoutNonce hashes no external script", () => {
    const page = '<script src="/a.js" async="" nonce="n0nce"></script>';
    expect(withoutNonce(page, "script-src 'nonce-n0nce'").scripts).toEqual([]);
  });
});
