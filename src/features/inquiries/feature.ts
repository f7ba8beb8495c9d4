import "server-only";
import { daysInWords, kept } from "@/content/retention";
import { internal, own } from "@/server/privacy/inventory";
import type { Feature } from "../feature";
import { listMessagesOf } from "./data";
import { exportMessages } from "./data-inbox";
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
        ...own("contact", "answer"),
        ...own("usage", "createdAt", "answeredAt", "doneAt"),
        ...internal("key", "is in the trail", "answeredById", "doneById"),
        ...own("consent", "consentAt", "consentVersion"),
      },
    },
  },
  router: inquiriesRouter,
  emails: inquiryMails,
  emailNames: { contactMessage: "Contact message", contactAnswer: "Answer to a contact message" },
  duties: [{ words: "Messages", area: "people", right: actions.read }],
  audit: {
    "messages-read": { words: "Messages read", icon: "MessageSquareText", routine: true, counted: "message" },
    "message-answered": { words: "Message answered", icon: "MessageSquareText", about: "message" },
    "message-answer-taken-back": {
      words: "Answer to a message taken back",
      icon: "MessageSquareText",
      about: "message",
    },
    "message-done": { words: "Message done", icon: "MessageSquareText", about: "message" },
    "message-reopened": { words: "Message opened again", icon: "MessageSquareText", about: "message" },
    "messages-exported": { words: "Messages exported", icon: "Download", counted: "message" },
  },
  calls: {
    "services.inbox": "To read the messages",
    "services.countInbox": "To count the messages",
    "services.answerMessage": "To answer a message",
    "services.takeAnswerBack": "To take back an answer",
    "services.finishMessage": "To mark a message as done",
    "services.exportMessages": "To export the messages",
  },
  personalData: {
    name: "messages",
    label: "Messages",
    count: async ({ email }) => (email === null ? 0 : (await listMessagesOf(email)).length),
    list: ({ email }) => exportMessages(email),
    // The address in a form is not verified.
    isHiddenFrom: ({ emailConfirmed }) => !emailConfirmed,
    erase: { table: "contact_messages", mailKey: "messageId", rows: listMessagesOf },
  },
  retention: { name: "forms", days: kept.forms, purge: removeMessagesBefore },
} satisfies Feature;
