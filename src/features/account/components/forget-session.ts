import { forgetAtLogout } from "@/lib/logout";
import { signOut } from "@/lib/session-calls";
import { forgetDrafts } from "@/lib/unsent";

/** Removes a session that has ended on the server from this browser, with the unsent input of this tab. */
export async function forgetSession(): Promise<void> {
  // If the server cannot be reached, the cookie stays, but is no longer valid.
  await signOut().catch((error: unknown) => console.error(error));
  forgetAtLogout();
  forgetDrafts();
}
