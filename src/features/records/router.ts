import "server-only";
import { allow, resolver, router } from "@/server/trpc/trpc";
import { getFaults, getMailSummary, getStatus, listMails } from "./data";
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
  mailFilterInput,
  mailIdInput,
  mailSummary,
  mailsPage,
  resendMailsInput,
  resentMail,
  resentMails,
} from "./schema";
import { faultsView, statusView } from "./schema-status";

export const createRecordsRouter = (words: Words) =>
  router({
    /** The emails, newest first. */
    listMails: allow(actions.manageMail)
      .input(listMailsInput)
      .output(mailsPage)
      .query(({ input }) => listMails(input, words)),

    mailSummary: allow(actions.manageMail)
      .input(mailFilterInput)
      .output(mailSummary)
      .query(({ input }) => getMailSummary(input)),

    resendMail: allow(actions.manageMail).input(mailIdInput).output(resentMail).mutation(resolver(resendMail)),

    /** Sends all emails that failed, or that were held back after a restore, and match the filter. */
    resendMails: allow(actions.manageMail).input(resendMailsInput).output(resentMails).mutation(resolver(resendMails)),

    /** Deletes emails held back after a restore. */
    dropMails: allow(actions.manageMail)
      .input(dropMailsInput)
      .output(mailCount)
      .mutation(async ({ ctx, input }) => ({ count: await dropMails(input, ctx.principal) })),

    /** The audit trail, newest first. */
    listEvents: allow(actions.readActivity)
      .input(listEventsInput(words.actions))
      .output(eventsPage)
      .query(({ input }) => listEvents(input, words)),

    status: allow(actions.readStatus)
      .output(statusView)
      .query(() => getStatus()),

    /** How many parts need attention now, for the menu. */
    faults: allow(actions.readStatus)
      .output(faultsView)
      .query(() => getFaults()),
  });
