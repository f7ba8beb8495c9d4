import "server-only";
import { createRequire } from "node:module";
import { Hono } from "hono";
import { dirname, join, readFile } from "@/server/builtins";
import { page, start, style } from "./api-docs-page";

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; connect-src 'self'; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

// The files by name: the package, the path in it, and the content type.
const library = {
  "swagger-ui.css": ["swagger-ui-dist", "swagger-ui.css", "text/css; charset=utf-8"],
  "swagger-ui-bundle.js": ["swagger-ui-dist", "swagger-ui-bundle.js", "text/javascript; charset=utf-8"],
  "figtree.woff2": ["@fontsource-variable/figtree", "files/figtree-latin-wght-normal.woff2", "font/woff2"],
} as const;

// Resolve from the project folder: the bundle has no node_modules beside it.
function pathOf(module: string, file: string): string {
  const find = createRequire(join(process.cwd(), "package.json"));
  return join(dirname(find.resolve(`${module}/package.json`)), file);
}

/** Swagger UI for `/api/openapi.json`, served without requests to other hosts. */
export const docs = new Hono();

docs.get("/", (context) =>
  context.html(page, 200, { "content-security-policy": policy, "x-content-type-options": "nosniff" }),
);
docs.get("/start.js", (context) => context.body(start, 200, { "content-type": "text/javascript" }));
docs.get("/page.css", (context) => context.body(style, 200, { "content-type": "text/css" }));

for (const [name, [module, file, type]] of Object.entries(library)) {
  docs.get(`/${name}`, async (context) =>
    context.body(await readFile(pathOf(module, file)), 200, {
      "content-type": type,
      "cache-control": "public, max-age=86400",
    }),
  );
}
