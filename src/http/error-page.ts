import "server-only";
import { type AppError, inWords, statusOf } from "@/lib/errors";
import { escaped } from "@/lib/html";
import { signOf } from "@/lib/site-pictures";
import { site } from "@/server/institute/published";

// Self-contained, since Next does not render this page. The colours repeat src/app/globals.css.
const style = `
:root { color-scheme: light dark; --paper: #fbf8f2; --ink: #12242e; --soft: #465560; --line: #e0dace; --accent: #0e5763; --on: #fdfaf3 }
@media (prefers-color-scheme: dark) {
  :root { --paper: #0f1a1d; --ink: #f1ede4; --soft: #b5bdbf; --line: #2c3b40; --accent: #7fd0cf; --on: #0f2229 }
}
body { margin: 0; background: var(--paper); color: var(--ink); font: 1.0625rem/1.6 system-ui, "Segoe UI", "Noto Sans", sans-serif }
header, main { max-width: 40rem; margin: 0 auto; padding: 1rem 1.25rem }
header { display: flex; align-items: center; gap: .625rem; font-weight: 700; font-size: 1.375rem }
header a { display: inline-flex; align-items: center; gap: .625rem; color: inherit; text-decoration: none }
main { margin-top: 10vh; border-top: 1px solid var(--line); padding-top: 2.5rem }
h1 { margin: 0 0 1rem; font-size: clamp(1.625rem, 1.4rem + 1vw, 2.125rem); line-height: 1.18; letter-spacing: -.02em; text-wrap: balance }
p { margin: 0 0 2rem; color: var(--soft) }
nav { display: flex; flex-wrap: wrap; gap: .75rem }
nav a { padding: .75rem 1.25rem; border: 1px solid var(--accent); border-radius: .625rem; color: var(--accent); font-weight: 600; text-decoration: none }
nav a.first { background: var(--accent); color: var(--on) }
a:focus-visible { outline: 3px solid var(--accent); outline-offset: 3px }
`;

export function errorPage(error: AppError, hint: string, page: { href: string; name: string }): Response {
  const { code, message, headers } = inWords(error);
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<link rel="icon" href="${signOf(site())}">
<title>${escaped(message)} | ${escaped(site().facts.name)}</title>
<style>${style}</style>
</head>
<body>
<header><a href="/"><img src="${signOf(site())}" alt="" width="36" height="36">${escaped(site().facts.name)}</a></header>
<main>
<h1>${escaped(message)}</h1>
<p>${escaped(hint)}</p>
<nav aria-label="Go on"><a class="first" href="${page.href}">${page.name}</a><a href="/contact">Contact us</a></nav>
</main>
</body>
</html>
`;
  return new Response(html, {
    status: statusOf[code],
    headers: { "content-type": "text/html; charset=utf-8", "cache-control": "no-store", vary: "Accept", ...headers },
  });
}
