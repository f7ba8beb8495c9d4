import "server-only";

type Route = { method: string; path: string };

/** Methods of a path for the `Allow` header; undefined for an unknown path. */
export function methodsAt(routes: readonly Route[], path: string): string | undefined {
  const known = routes.filter((route) => route.method !== "ALL" && patternOf(route.path).test(path));
  if (known.length === 0) return undefined;
  const methods = new Set(known.map((route) => route.method));
  if (methods.has("GET")) methods.add("HEAD");
  return [...methods, "OPTIONS"].join(", ");
}

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll(".", "\\.").replace(/:[^/]+/g, "[^/]+")}$`);
}
