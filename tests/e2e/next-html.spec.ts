import { expect, test } from "@playwright/test";
import { deferScripts, withoutNonce } from "../../src/http/next-html";

const count = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].length;

for (const path of ["/login", "/study-materials"]) {
  test(`Next's HTML for ${path} has the form that next-html.ts expects`, async ({ baseURL }) => {
    // A token bypasses the cache, and a request without text/html streams unchanged from Next.
    const answer = await fetch(`${baseURL}${path}`, { headers: { accept: "*/*", authorization: "Bearer none" } });
    const [raw, policy] = [await answer.text(), answer.headers.get("content-security-policy") ?? ""];
    const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? "";
    const later = count(raw, /<script\b[^>]*\sasync\b[^>]*>/g);
    expect(nonce, "the policy names a nonce").not.toBe("");
    expect(later, "scripts that Next asks for").toBeGreaterThan(3);
    const unvouched = raw.match(/<script\b[^>]*>/g)?.filter((tag) => !tag.includes(` nonce="${nonce}"`));
    expect(unvouched, "scripts without the nonce").toEqual([]);

    const painted = deferScripts(raw, policy);
    const fetched = (painted.match(/<script\b[^>]*\ssrc=[^>]*>/g) ?? []).filter((tag) => !tag.includes("noModule"));
    expect(fetched, "scripts that are fetched before the first paint").toEqual([]);
    expect(painted, "announced scripts").not.toMatch(/<link\b[^>]*\bas="script"/);
    const sources: unknown[] = JSON.parse(/const sources=(\[[^\]]*\])/.exec(painted)?.[1] ?? "[]");
    expect(sources, "scripts that are fetched after it").toHaveLength(later);

    const kept = withoutNonce(painted, policy);
    const inline = count(painted, /<script\b(?![^>]*\ssrc=)[^>]*>/g);
    expect(kept.scripts, "hashes of inline scripts").toHaveLength(inline);
    expect(kept.page).not.toContain(nonce);
  });
}
