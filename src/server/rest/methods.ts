import "server-only";

type Route = { method: string; path: string };

/** The methods that an address knows, as `Allow` names them; undefined where there is nothing. */
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
