import "server-only";
import { failures } from "@/content/failures";
import { escaped } from "@/lib/html";
import { site } from "@/server/institute/published";
import { logUnexpected } from "@/server/trpc/trpc";

type PlainPage = {
  title: string;
  text: string;
  /** In seconds; the browser then reloads the page. */
  reloadAfter?: number;
  links?: string;
};

/**
 * A page without external styles and scripts, for when Next cannot render one. The colours repeat `app/globals.css`.
 */
export function plainPage({ title, text, reloadAfter, links = "" }: PlainPage): string {
  const name = escaped(site().facts.name);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
${reloadAfter === undefined ? "" : `<meta http-equiv="refresh" content="${reloadAfter}">\n`}<title>${title} | ${name}</title>
<style>
:root { --paper: oklch(0.981 0.009 85); --ink: oklch(0.255 0.032 235); --accent: oklch(0.44 0.085 205); --on-accent: oklch(0.99 0.006 85) }
@media (prefers-color-scheme: dark) { :root { --paper: oklch(0.208 0.017 222); --ink: oklch(0.945 0.011 85); --accent: oklch(0.805 0.088 193); --on-accent: oklch(0.21 0.03 220) } }
body { font: 1.125rem/1.6 system-ui, sans-serif; background: var(--paper); color: var(--ink); max-width: 36rem; margin: 18vh auto; padding: 0 1.25rem }
h1 { font-size: 1.875rem; line-height: 1.2; margin: 0.5rem 0 1rem }
a { display: inline-block; padding: 0.625rem 1.25rem; margin: 0.75rem 0.75rem 0 0; border: 1px solid var(--accent); border-radius: 0.5rem; color: var(--accent); font-weight: 600; text-decoration: none }
a:first-of-type { background: var(--accent); color: var(--on-accent) }
</style>
</head>
<body>
<main>
<p>${name}</p>
<h1>${title}</h1>
<p>${text}</p>
${links}</main>
</body>
</html>
`;
}

/** Sent if rendering fails on the server. */
export const failurePage = () =>
  plainPage({
    title: failures.brokenTitle,
    text: `${failures.brokenText} ${escaped(site().facts.phone)}`,
    // An empty href is the page itself.
    links: `<p><a href="">${failures.tryAgain}</a><a href="/">${failures.home}</a></p>\n`,
  });

/** The response of a route that visitors open and that has failed; Next's would be empty. */
export function failureResponse(error: unknown, route: string): Response {
  logUnexpected(error, route);
  const headers = { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" };
  return new Response(failurePage(), { status: 500, headers });
}
