import "server-only";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { Hono } from "hono";

const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Lyceum API</title>
<link rel="icon" href="/icon.svg">
<link rel="stylesheet" href="/api/docs/swagger-ui.css">
<link rel="stylesheet" href="/api/docs/page.css">
<main id="reference"><noscript>The description itself: <a href="/api/openapi.json">openapi.json</a></noscript></main>
<script src="/api/docs/swagger-ui-bundle.js"></script>
<script src="/api/docs/start.js"></script>
</html>
`;

const start = `const dark = matchMedia("(prefers-color-scheme: dark)");
const dress = () => document.documentElement.classList.toggle("dark-mode", dark.matches);
dark.addEventListener("change", dress);
dress();
SwaggerUIBundle({
  url: "/api/openapi.json",
  dom_id: "#reference",
  deepLinking: true,
  tryItOutEnabled: true,
  displayRequestDuration: true,
  // Nobody else is asked whether the description is right.
  validatorUrl: null,
});
`;

const style = `body { margin: 0; }
.swagger-ui .wrapper { max-width: 70rem; padding: 0 1rem; box-sizing: border-box; }
.swagger-ui .info { margin: 2rem 0; }
@media (max-width: 40rem) {
  .swagger-ui .opblock .opblock-summary-method { min-width: 4rem; padding: 0.375rem 0; }
  .swagger-ui .opblock-body { overflow-x: auto; }
  .swagger-ui .parameters-col_name, .swagger-ui .parameters-col_description { display: block; width: auto; }
}
`;

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const library = { "swagger-ui.css": "text/css", "swagger-ui-bundle.js": "text/javascript" } as const;

// Found from the product's folder: a bundle has no packages beside it.
function pathOf(name: keyof typeof library): string {
  const find = createRequire(join(/*turbopackIgnore: true*/ process.cwd(), "package.json"));
  return join(/*turbopackIgnore: true*/ dirname(find.resolve("swagger-ui-dist/package.json")), name);
}

/** The reference with try-it, made in the browser from the document; it asks no other host for anything. */
export const docs = new Hono();

docs.get("/", (context) =>
  context.html(page, 200, { "content-security-policy": policy, "x-content-type-options": "nosniff" }),
);
docs.get("/start.js", (context) => context.body(start, 200, { "content-type": "text/javascript" }));
docs.get("/page.css", (context) => context.body(style, 200, { "content-type": "text/css" }));

for (const [name, type] of Object.entries(library) as [keyof typeof library, string][]) {
  docs.get(`/${name}`, async (context) => {
    const bytes = await readFile(/*turbopackIgnore: true*/ pathOf(name));
    return context.body(bytes, 200, {
      "content-type": `${type}; charset=utf-8`,
      "cache-control": "public, max-age=86400",
    });
  });
}
