import "server-only";
import { adminProcedure, router } from "@/server/trpc";
import { getMailSummary, getStatus, listMails } from "./data";
import { listEvents } from "./data-events";
import { dropMails, resendMail, resendMails } from "./mutations";
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

export const recordsRouter = router({
  /** The mails, those ordered last first. */
  listMails: adminProcedure
    .input(listMailsInput)
    .output(mailsPage)
    .query(({ input }) => listMails(input)),

  /** How many mails there are of each state, where they go and what stops them. */
  mailSummary: adminProcedure.output(mailSummary).query(() => getMailSummary()),

  /** Has a mail sent again. */
  resendMail: adminProcedure
    .input(mailIdInput)
    .output(mailView.pick({ _id: true }))
    .mutation(async ({ ctx, input }) => {
      await resendMail(input.id, ctx.principal);
      return { _id: input.id };
    }),

  /** Has all mails sent that failed, or that a restore has held back. */
  resendMails: adminProcedure
    .input(resendMailsInput)
    .output(mailCount)
    .mutation(async ({ ctx, input }) => ({ count: await resendMails(input.state, ctx.principal) })),

  /** Forgets mails that a restore has held back. */
  dropMails: adminProcedure
    .input(dropMailsInput)
    .output(mailCount)
    .mutation(async ({ ctx, input }) => ({ count: await dropMails(input.id, ctx.principal) })),

  /** The audit trail, the latest event first. */
  listEvents: adminProcedure
    .input(listEventsInput)
    .output(eventsPage)
    .query(({ input }) => listEvents(input)),

  /** How the product is. */
  status: adminProcedure.output(statusView).query(() => getStatus()),
});
