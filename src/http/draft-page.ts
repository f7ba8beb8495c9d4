import "server-only";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { actions } from "@/features/institute/rules";
import { pages } from "@/features/pages";
import { may } from "@/lib/may";
import { previewPath } from "@/lib/site-pictures";
import { setRoute } from "@/server/observability/request-scope";
import { logUnexpected } from "@/server/trpc/trpc";
import type { SafetyOf } from "./overloaded";
import { isPageRequest, renderPage } from "./render-page";
import { principalOf } from "./session";

/** The request header for a page with the content of the draft; it also requires an administrator. */
export const draftHeader = "x-site-draft";

const shown = new Set<string>(pages.flatMap(({ path, area, ...page }) => ("listed" in page ? [path] : [])));

// No scripts and no requests, and only the admin pages may embed it.
const policy = [
  ...["default-src 'none'", "style-src 'self' 'unsafe-inline'", "img-src 'self' data:", "font-src 'self'"],
  ...["base-uri 'none'", "form-action 'none'", "frame-ancestors 'self'"],
].join("; ");

/** The public page behind an address below `/preview`. */
export function pageOfPreview(path: string): string | undefined {
  if (path !== previewPath && !path.startsWith(`${previewPath}/`)) return undefined;
  const page = path.slice(previewPath.length) || "/";
  return shown.has(page) ? page : undefined;
}

/** Removes a page's scripts, and what is meant for browsers without scripts. Its links lead to previews or nowhere. */
export function withoutScripts(page: string): string {
  return page
    .replace(/<script\b[\s\S]*?<\/script>/g, "")
    .replace(/<link\b[^>]*\bas="script"[^>]*>/g, "")
    .replace(/<noscript\b[\s\S]*?<\/noscript>/g, "")
    .replace(/\bclass="[^"]*"/g, (names) => names.replace(/ noscript:[^\s"]+/g, ""))
    .replace(/(<a\b[^>]*?\s)href="([^"]*)"/g, (_, start: string, href: string) => {
      const [path = "", fragment] = href.split("#");
      if (href.startsWith("#")) return `${start}href="${href}"`;
      if (!shown.has(path)) return start;
      return `${start}href="${previewPath}${path === "/" ? "" : path}${fragment ? `#${fragment}` : ""}"`;
    });
}

/** True for the page load of a preview. */
export const isPreview = (request: IncomingMessage): boolean =>
  isPageRequest(request) && pageOfPreview(pathOf(request)) !== undefined;

const pathOf = ({ url = "" }: IncomingMessage) => url.split("?", 1)[0] ?? "";

/** Answers previews of the draft to administrators; to everyone else their addresses are unknown pages. */
export function withPreviews(next: RequestListener, safetyOf: SafetyOf): RequestListener {
  return (request, response) => {
    const page = isPageRequest(request) ? pageOfPreview(pathOf(request)) : undefined;
    if (page === undefined) return next(request, response);
    void sendDraftPage(next, page, safetyOf(), request, response).then((sent) => sent || next(request, response));
  };
}

/** Sends a public page with the content of the draft. Returns false if the caller may not edit the site; nothing is sent then. */
async function sendDraftPage(
  next: RequestListener,
  page: string,
  safety: Record<string, string>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  setRoute(`${previewPath}/[page]`);
  const { cookie = "", "user-agent": agent = "" } = request.headers;
  try {
    const principal = await principalOf(new Headers({ cookie }));
    if (!may(principal, actions.edit)) return false;
    const headers = { cookie, "user-agent": agent, accept: "text/html", host: request.headers.host ?? "localhost" };
    const { status, body } = await renderPage(next, { url: page, headers: { ...headers, [draftHeader]: "1" } });
    response.writeHead(status, {
      ...safety,
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      "x-robots-tag": "noindex",
      "content-security-policy": policy,
    });
    response.end(withoutScripts(body.toString()));
  } catch (error) {
    logUnexpected(error, "preview");
    response.destroy();
  }
  return true;
}
