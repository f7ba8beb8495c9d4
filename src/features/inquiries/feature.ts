import "server-only";
import { daysInWords, kept } from "@/content/retention";
import { own } from "@/server/privacy/inventory";
import type { Feature } from "../feature";
import { exportMessages, listMessagesOf } from "./data";
import { inquiryMails } from "./emails";
import { removeMessagesBefore } from "./mutations";
import { inquiriesRouter } from "./router";
import { actions } from "./rules";

export const inquiries = {
  models: {
    ContactMessage: {
      whose: "visitors",
      purpose: "to answer a message",
      retention: daysInWords(kept.forms),
      fields: {
        ...own("key", "id"),
        ...own("identity", "name"),
        ...own("contact", "email", "phone", "message"),
        ...own("usage", "createdAt"),
        ...own("consent", "consentAt", "consentVersion"),
      },
    },
  },
  router: inquiriesRouter,
  emails: inquiryMails,
  emailNames: { contactMessage: "Contact message" },
  duties: [{ words: "Messages", right: actions.read }],
  audit: {
    "messages-read": { words: "Messages read", icon: "MessageSquareText", counted: ["message", "messages"] },
    "messages-exported": { words: "Messages exported", icon: "Download", counted: ["message", "messages"] },
  },
  calls: { "services.listMessages": "To read the messages", "services.exportMessages": "To export the messages" },
  personalData: {
    name: "messages",
    label: "Messages",
    count: async ({ email }) => (email === null ? 0 : (await listMessagesOf(email)).length),
    list: ({ email }) => exportMessages(email),
    // A form names nobody but an address that was typed.
    isHiddenFrom: ({ emailConfirmed }) => !emailConfirmed,
    erase: { table: "contact_messages", mailKey: "messageId", rows: listMessagesOf },
  },
  retention: { name: "forms", days: kept.forms, purge: removeMessagesBefore },
} satisfies Feature;
