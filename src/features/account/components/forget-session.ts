import { forgetAtLogout } from "@/lib/logout";
import { signOut } from "@/lib/session-calls";
import { forgetDrafts } from "@/lib/unsent";

/** Removes a session from this browser that has ended on the server, and what was typed in this tab and not sent. */
export async function forgetSession(): Promise<void> {
  // If the server cannot be reached, the cookie stays, but is no longer valid.
  await signOut().catch((error: unknown) => console.error(error));
  forgetAtLogout();
  forgetDrafts();
}
