import { type InboxView, inboxViews } from "./schema-inbox";

/** The inbox view in the query string. */
export const inboxViewAt = (view: string | undefined): InboxView =>
  inboxViews.find((known) => known === view) ?? "open";
