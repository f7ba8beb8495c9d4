import { describe, expect, it } from "vitest";
import { pageOfPreview, withoutScripts } from "@/http/draft-page";

describe("previews of the site", () => {
  it.each([
    ["/preview", "/"],
    ["/preview/about", "/about"],
    ["/preview/services", "/services"],
    ["/previews", undefined],
    ["/preview/admin/institute", undefined],
    ["/preview/user/results", undefined],
    ["/preview/login", undefined],
    ["/preview//about", undefined],
    ["/preview/../admin", undefined],
  ])("%s shows the page %s", (path, page) => expect(pageOfPreview(path)).toBe(page));

  it("carry no script, and lead to other previews or nowhere", () => {
    const page =
      `<link rel="preload" as="script" href="/a.js"><link rel="stylesheet" href="/a.css">` +
      `<a class="x" href="/about">A</a><a href="/">H</a><a href="/login">L</a><a href="#content">C</a>` +
      `<a href="https://elsewhere.example/">E</a><script nonce="x">alert("</b>")</script><script src="/a.js"></script>`;
    expect(withoutScripts(page)).toBe(
      `<link rel="stylesheet" href="/a.css"><a class="x" href="/preview/about">A</a><a href="/preview">H</a>` +
        `<a >L</a><a href="#content">C</a><a >E</a>`,
    );
  });

  it("look as they do where scripts run", () => {
    const page = `<div class="md:hidden noscript:hidden">M</div><ul class="flex noscript:max-md:flex-wrap gap-1">noscript:x</ul>`;
    const shown = `<div class="md:hidden">M</div><ul class="flex gap-1">noscript:x</ul>`;
    expect(withoutScripts(`<noscript><p>Switched off</p></noscript>${page}<noscript>x</noscript>`)).toBe(shown);
  });
});
