import { type InboxView, inboxViews } from "./schema-inbox";

/** The part of the messages that an address asks for. */
export const inboxViewAt = (view: string | undefined): InboxView =>
  inboxViews.find((known) => known === view) ?? "open";
