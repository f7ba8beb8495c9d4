import "server-only";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

const manifest = z.object({
  staticRoutes: z.array(z.object({ page: z.string() })),
  dynamicRoutes: z.array(z.object({ page: z.string(), regex: z.string() })),
});

type Manifest = z.infer<typeof manifest>;

/** Answers the route of a path as its template: never what a visitor typed. */
export function routesOfBuild(): (path: string) => string {
  const { staticRoutes, dynamicRoutes } = readManifest();
  const fixed = new Set(staticRoutes.map(({ page }) => page));
  const templates = dynamicRoutes.map(({ page, regex }) => ({ page, pattern: new RegExp(regex) }));
  return (path) => {
    if (path.startsWith("/_next/static/")) return "/_next/static";
    if (fixed.has(path)) return /\.\w+$/.test(path) ? "/(file)" : path;
    const page = templates.find(({ pattern }) => pattern.test(path))?.page ?? "/(unknown)";
    return page === "/[...path]" && /\.\w{2,5}$/.test(path) ? "/(file)" : page;
  };
}

// `scripts/start.mjs` says which build it serves; while the sources are edited there is none.
function readManifest(): Manifest {
  const { lyceumBuild } = globalThis as typeof globalThis & { lyceumBuild?: string };
  if (lyceumBuild === undefined) return { staticRoutes: [], dynamicRoutes: [] };
  try {
    const path = join(/*turbopackIgnore: true*/ process.cwd(), lyceumBuild, "routes-manifest.json");
    return manifest.parse(JSON.parse(readFileSync(/*turbopackIgnore: true*/ path, "utf8")));
  } catch {
    return { staticRoutes: [], dynamicRoutes: [] };
  }
}
