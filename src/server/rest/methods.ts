import "server-only";

type Route = { method: string; path: string };

/** Returns a function for the `Allow` header: the methods of a path, undefined for an unknown path. */
export function methodsOf(routes: readonly Route[]): (path: string) => string | undefined {
  // Compiling them takes longer than the rest of a small request.
  const patterns = routes.flatMap(({ method, path }) => (method === "ALL" ? [] : [{ method, path: patternOf(path) }]));
  return (path) => {
    const methods = new Set(patterns.flatMap((route) => (route.path.test(path) ? [route.method] : [])));
    if (methods.size === 0) return undefined;
    if (methods.has("GET")) methods.add("HEAD");
    return [...methods, "OPTIONS"].join(", ");
  };
}

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll(".", "\\.").replace(/:[^/]+/g, "[^/]+")}$`);
}
