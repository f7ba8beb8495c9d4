import "server-only";
import { pages } from "@/features/pages";

const asset = /\.(avif|css|gif|ico|jpe?g|js|json|map|mjs|pdf|png|svg|txt|webmanifest|webp|woff2?|xml)$/i;
const paths = new Set(pages.map(({ path }) => path));

/** An unknown page leads home, to a line that says so, a page in other letter case to itself, and a missing asset is just missing (decision 23). */
export function handleUnknownPage({ url }: Request): Response {
  const { pathname, search } = new URL(url);
  if (pathname.startsWith("/_next/") || asset.test(pathname)) return new Response(null, { status: 404 });
  const known = pathname.toLowerCase();
  const location = paths.has(known) && known !== pathname ? known + search : "/#unknown";
  return new Response(null, { status: 307, headers: { location, "cache-control": "no-store" } });
}
