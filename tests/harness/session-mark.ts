import { markCookie } from "@/lib/browser-keys";

/** Sets the cookie by which the server says that there is a session, or deletes it. */
export function markSession(isThere: boolean): void {
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no other store of cookies.
  document.cookie = `${markCookie}=1; path=/; max-age=${isThere ? 60 : 0}`;
}
