import { describe, expect, it } from "vitest";
import { paintedFirst } from "@/api/late-scripts";

const own = (name: string, nonce = "") => `<script src="/_next/static/chunks/${name}.js" async=""${nonce}></script>`;
const page = (head: string, body = "") => `<html><head>${head}</head><body>${body}</body></html>`;

describe("a page that is painted first", () => {
  it("asks for its scripts at its end, each of them once", () => {
    const made = paintedFirst(page(own("a") + own("b"), `<p>Hello</p>${own("c")}`));
    expect(made).not.toContain("<script src=");
    expect(made).toMatch(/<script>.*"\/_next\/static\/chunks\/a\.js",".*b\.js",".*c\.js".*\}<\/script><\/body>/);
  });

  it("keeps what is no script of Next's, and what others call a script", () => {
    const foreign =
      '<script src="/elsewhere.js" async=""></script><script src="/_next/static/chunks/old.js" noModule=""></script>';
    expect(paintedFirst(page(foreign))).toBe(page(foreign));
    expect(paintedFirst(page("", own("typed")), "abc")).toBe(page("", own("typed")));
  });

  it("carries the nonce of its page", () => {
    const made = paintedFirst(page(own("a", ' nonce="abc"')), "abc");
    expect(made).toContain('<script nonce="abc">document');
    expect(made).not.toContain("<script src=");
  });

  it("no longer announces its scripts", () => {
    const announced = '<link rel="preload" as="script" fetchPriority="low" href="/_next/static/chunks/a.js"/>';
    expect(paintedFirst(page(announced + own("a")))).not.toContain("preload");
  });
});
