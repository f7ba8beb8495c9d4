import "server-only";
import { knownPage } from "./page-routes";

const asset = /\.(avif|css|gif|ico|jpe?g|js|json|map|mjs|pdf|png|svg|txt|webmanifest|webp|woff2?|xml)$/i;

/** An unknown page leads home, to a line that says so, a page in other letter case to itself, and a missing asset is just missing (decision 23). */
export function handleUnknownPage({ url }: Request): Response {
  const { pathname, search } = new URL(url);
  if (pathname.startsWith("/_next/") || asset.test(pathname)) return new Response(null, { status: 404 });
  const known = knownPage(pathname);
  const location = known !== undefined && known !== pathname ? known + search : "/#unknown";
  return new Response(null, { status: 307, headers: { location, "cache-control": "no-store" } });
}
