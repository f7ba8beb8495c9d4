import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { withoutNonce } from "@/api/own-scripts";

const hashOf = (text: string) => createHash("sha256").update(text).digest("base64");

describe("a page that is kept", () => {
  it("vouches for the scripts that carry the nonce it was made with, and for no others", () => {
    const page =
      '<script nonce="n0nce">own("n0nce")</script><script>typed()</script><script nonce="kept">typed()</script>';
    const made = withoutNonce(page, "script-src 'self' 'nonce-n0nce'");
    expect(made.scripts).toEqual([hashOf('own("kept")')]);
    expect(made.page).not.toContain("n0nce");
  });

  it("is the same whatever the nonce was", () => {
    const made = (nonce: string) => withoutNonce(`<script nonce="${nonce}">1</script>`, `script-src 'nonce-${nonce}'`);
    expect(made("one")).toEqual(made("another"));
  });

  it("vouches for no script of a page that was made without a nonce", () => {
    const page = '<script id="x">1</script>';
    expect(withoutNonce(page, "script-src 'self' 'unsafe-inline'")).toEqual({ page, scripts: [] });
  });

  it("vouches for no file", () => {
    const page = '<script src="/a.js" async="" nonce="n0nce"></script>';
    expect(withoutNonce(page, "script-src 'nonce-n0nce'").scripts).toEqual([]);
  });
});
