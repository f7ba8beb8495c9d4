import "server-only";
import { join, readdirSync } from "@/server/builtins";

const folder = join(process.cwd(), "src/app");

/** The route templates of Next's App Router, read from its folders; the most specific first. */
function templates(): string[] {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
  const own = files.flatMap((file) => /^(.*\/)?(?:page|route)\.tsx?$/.exec(file.replaceAll("\\", "/"))?.[1] ?? []);
  const paths = own.map((path) => `/${path.replace(/\([^)]*\)\//g, "")}`.slice(0, -1));
  return paths.sort((one, other) => other.split("/").length - one.split("/").length);
}

function patternOf(template: string): RegExp {
  const parts = template.split("/").slice(1);
  const patterns = parts.map((part) => {
    if (part.startsWith("[[...")) return "(?:/.+)?";
    if (part.startsWith("[...")) return "/.+";
    return part.startsWith("[") ? "/[^/]+" : `/${part}`;
  });
  return new RegExp(`^${patterns.join("")}$`);
}

/** Returns a function from a path to its route template, so that logs and metrics hold nothing that a visitor typed. */
export function routesOfPages(): (path: string) => string {
  const all = templates();
  const fixed = new Set(["/", ...all.filter((template) => !template.includes("["))]);
  const open = all.filter((template) => template.includes("[")).map((page) => ({ page, pattern: patternOf(page) }));
  return (path) => {
    if (path.startsWith("/_next/static/")) return "/_next/static";
    if (fixed.has(path)) return path;
    const page = open.find(({ pattern }) => pattern.test(path))?.page ?? "/(unknown)";
    return page === "/[...path]" && /\.\w{2,5}$/.test(path) ? "/(file)" : page;
  };
}

let known: { page: string; pattern: RegExp }[] | undefined;

/** Every page with its pattern, regardless of letter case; pages with fewer parameters come first, and win if two fit. */
function patternsOfPages() {
  const pages = templates().filter((page) => !page.startsWith("/api/") && !page.includes("[..."));
  return pages
    .sort((one, other) => one.split("[").length - other.split("[").length)
    .map((page) => ({ page, pattern: new RegExp(patternOf(page), "i") }));
}

/**
 * The canonical path of a page, given its path in any letter case (decision 23); undefined if there is no such page. Ids keep
 * their case.
 */
export function knownPage(path: string): string | undefined {
  known ??= patternsOfPages();
  const asked = path.split("/");
  const parts = known.find(({ pattern }) => pattern.test(path))?.page.split("/");
  return parts?.map((part, index) => (part.startsWith("[") ? asked[index] : part)).join("/");
}
