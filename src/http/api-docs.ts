import "server-only";
import { createRequire } from "node:module";
import { Hono } from "hono";
import { dirname, join, readFile } from "@/server/builtins";

const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Lyceum API</title>
<link rel="icon" href="/icon.svg">
<link rel="stylesheet" href="/api/docs/swagger-ui.css">
<link rel="stylesheet" href="/api/docs/page.css">
<div id="reference"><noscript>The description itself: <a href="/api/openapi.json">openapi.json</a></noscript></div>
<script src="/api/docs/swagger-ui-bundle.js"></script>
<script src="/api/docs/start.js"></script>
</html>
`;

const start = `const dark = matchMedia("(prefers-color-scheme: dark)");
const setTheme = () => document.documentElement.classList.toggle("dark-mode", dark.matches);
dark.addEventListener("change", setTheme);
setTheme();
const within = (label, heading) => (Part, { React: { createElement } }) => (given) =>
  createElement("section", { "aria-label": label }, heading && createElement("h2", null, label), createElement(Part, given));
const named = (label) => (Part, { React: { createElement } }) => (given) =>
  createElement(Part, { "aria-label": label, "aria-hidden": false, ...given });
// What Swagger UI leaves out for people who do not see the page.
const accessible = () => ({
  wrapComponents: {
    InfoContainer: within("About the API"),
    AuthorizeBtnContainer: within("Authorization", true),
    // A choice of one.
    ServersContainer: () => () => null,
    // A link may not stand in a button.
    DeepLink: (_, { React: { createElement } }) => ({ text }) => createElement("span", null, text),
    TextArea: named("Request body"),
    CloseIcon: named("Close"),
    operations: (Part, { React: { createElement, Fragment } }) => (given) =>
      createElement(Fragment, null, createElement("h2", null, "Paths"), createElement(Part, given)),
  },
});
SwaggerUIBundle({
  url: "/api/openapi.json",
  dom_id: "#reference",
  plugins: [accessible],
  deepLinking: true,
  tryItOutEnabled: true,
  displayRequestDuration: true,
  // Disable Swagger UI's online validator.
  validatorUrl: null,
});
`;

// The colours are those that Swagger UI shows too faintly.
const style = `body { margin: 0; }
.swagger-ui .wrapper { max-width: 70rem; padding: 0 1rem; box-sizing: border-box; }
.swagger-ui .info { margin: 2rem 0; }
.swagger-ui .opblock .opblock-summary-method { color: #000; text-shadow: none; }
.swagger-ui .opblock-tag, .swagger-ui table.headers td { color: inherit; }
.swagger-ui .json-schema-2020-12-accordion, .swagger-ui .json-schema-2020-12-expand-deep-button { background: none; }
html:not(.dark-mode) .swagger-ui {
  .info pre.version { color: #000; }
  .info a, .info a .url { color: #1d5fb0; }
  .btn.authorize { color: #0b6b41; border-color: #0b6b41; svg { fill: #0b6b41; } }
  .btn.cancel { color: #b3261e; border-color: #b3261e; }
  .btn.execute { background: #1d5fb0; border-color: #1d5fb0; }
  .parameter__in { color: #555; }
  .download-contents { background: #4d5463; }
  .json-schema-2020-12-expand-deep-button, .json-schema-2020-12-keyword__value--extension { color: #505050; }
  .json-schema-2020-12__constraint { background-color: #5a3ea8; }
  .json-schema-2020-12__constraint--string { background-color: #7a5200; }
}
html.dark-mode .swagger-ui {
  table.headers { color: #e4e6e6; }
  .opblock .opblock-section-header .try-out__btn.cancel { color: #ff9a9a; border-color: #ff9a9a; }
}
.swagger-ui section[aria-label="Authorization"] { flex: auto; display: flex; justify-content: space-between; align-items: center; }
.swagger-ui .responses-inner .curl, .swagger-ui .highlight-code > .microlight {
  max-height: none;
  overflow: visible !important;
  white-space: pre-wrap !important;
  overflow-wrap: anywhere;
}
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

// Resolve from the project folder: the bundle has no node_modules beside it.
function pathOf(name: keyof typeof library): string {
  const find = createRequire(join(process.cwd(), "package.json"));
  return join(dirname(find.resolve("swagger-ui-dist/package.json")), name);
}

/** Swagger UI for `/api/openapi.json`, served without requests to other hosts. */
export const docs = new Hono();

docs.get("/", (context) =>
  context.html(page, 200, { "content-security-policy": policy, "x-content-type-options": "nosniff" }),
);
docs.get("/start.js", (context) => context.body(start, 200, { "content-type": "text/javascript" }));
docs.get("/page.css", (context) => context.body(style, 200, { "content-type": "text/css" }));

for (const [name, type] of Object.entries(library) as [keyof typeof library, string][]) {
  docs.get(`/${name}`, async (context) => {
    const bytes = await readFile(pathOf(name));
    return context.body(bytes, 200, {
      "content-type": `${type}; charset=utf-8`,
      "cache-control": "public, max-age=86400",
    });
  });
}
