import { readForPage } from "@/http/page-session";
import { failureResponse } from "@/http/plain-page";
import { principalOf } from "@/http/session";

const targets = { admin: "/admin", user: "/user" } as const;

/** Redirects everyone to their start page (decision 5). */
export async function GET(request: Request): Promise<Response> {
  try {
    const principal = await readForPage(() => principalOf(request.headers));
    const location = principal ? targets[principal.role] : "/login";
    return new Response(null, { status: 307, headers: { location, "cache-control": "no-store" } });
  } catch (error) {
    return failureResponse(error, "/dashboard");
  }
}
