import "server-only";
import { allow, router } from "@/server/trpc/trpc";
import { getMailSummary, getStatus, listMails } from "./data";
import { listEvents } from "./data-events";
import type { Words } from "./data-words";
import { dropMails, resendMail, resendMails } from "./mutations";
import { actions } from "./rules";
import {
  dropMailsInput,
  eventsPage,
  listEventsInput,
  listMailsInput,
  mailCount,
  mailIdInput,
  mailSummary,
  mailsPage,
  mailView,
  resendMailsInput,
  statusView,
} from "./schema";

/** The procedures, which answer in the words of all rooms. */
export const createRecordsRouter = (words: Words) =>
  router({
    /** The mails, those ordered last first. */
    listMails: allow(actions.manageMail)
      .input(listMailsInput)
      .output(mailsPage)
      .query(({ input }) => listMails(input, words)),

    /** How many mails there are of each state, where they go and what stops them. */
    mailSummary: allow(actions.manageMail)
      .output(mailSummary)
      .query(() => getMailSummary()),

    /** Has a mail sent again. */
    resendMail: allow(actions.manageMail)
      .input(mailIdInput)
      .output(mailView.pick({ _id: true }))
      .mutation(async ({ ctx, input }) => {
        await resendMail(input.id, ctx.principal);
        return { _id: input.id };
      }),

    /** Has all mails sent that failed, or that a restore has held back. */
    resendMails: allow(actions.manageMail)
      .input(resendMailsInput)
      .output(mailCount)
      .mutation(async ({ ctx, input }) => ({ count: await resendMails(input.state, ctx.principal) })),

    /** Forgets mails that a restore has held back. */
    dropMails: allow(actions.manageMail)
      .input(dropMailsInput)
      .output(mailCount)
      .mutation(async ({ ctx, input }) => ({ count: await dropMails(input.id, ctx.principal) })),

    /** The audit trail, the latest event first. */
    listEvents: allow(actions.readActivity)
      .input(listEventsInput(words.actions))
      .output(eventsPage)
      .query(({ input }) => listEvents(input, words)),

    /** How the product is. */
    status: allow(actions.readStatus)
      .output(statusView)
      .query(() => getStatus()),
  });
