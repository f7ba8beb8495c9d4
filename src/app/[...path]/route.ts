import { type NextRequest, NextResponse } from "next/server";

const asset = /\.(avif|css|gif|ico|jpe?g|js|json|map|mjs|pdf|png|svg|txt|webmanifest|webp|woff2?|xml)$/i;
const pages = new Set([
  ...["/about", "/services", "/study-materials", "/contact", "/story", "/blog", "/show-schedule", "/login", "/signup"],
  ...["/careers", "/privacy", "/terms", "/user", "/user/results", "/user/my-materials", "/dashboard", "/admin"],
  ...["/admin/upload-materials", "/admin/add-results", "/admin/get-info", "/admin/add-schedule"],
]);

/** An unknown page leads home, a page in other letter case to itself, and a missing asset is just missing (decision 23). */
export function GET(request: NextRequest) {
  const { pathname } = request.nextUrl;
  if (pathname.startsWith("/_next/") || asset.test(pathname)) return new NextResponse(null, { status: 404 });
  const known = pathname.toLowerCase();
  const target = pages.has(known) && known !== pathname ? known : "/";
  return new NextResponse(null, { status: 307, headers: { location: target, "cache-control": "no-store" } });
}
