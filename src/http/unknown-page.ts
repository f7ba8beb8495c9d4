import "server-only";
import { knownPage } from "./page-routes";

const asset = /\.(avif|css|gif|ico|jpe?g|js|json|map|mjs|pdf|png|svg|txt|webmanifest|webp|woff2?|xml)$/i;

/**
 * Redirects an unknown page to the home page, which says so, and a path in other letter case to its page. A missing asset gets
 * a plain 404 (decision 23).
 */
export function handleUnknownPage({ url }: Request): Response {
  const { pathname, search } = new URL(url);
  if (pathname.startsWith("/_next/") || asset.test(pathname)) return new Response(null, { status: 404 });
  const known = knownPage(pathname);
  const location = known !== undefined && known !== pathname ? known + search : "/#unknown";
  return new Response(null, { status: 307, headers: { location, "cache-control": "no-store" } });
}
