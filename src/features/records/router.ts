import "server-only";
import { adminProcedure, router } from "@/server/trpc";
import { getMailSummary, getStatus, listMails } from "./data";
import { listEvents } from "./data-events";
import { resendMail } from "./mutations";
import {
  eventsPage,
  listEventsInput,
  listMailsInput,
  mailIdInput,
  mailSummary,
  mailsPage,
  mailView,
  statusView,
} from "./schema";

export const recordsRouter = router({
  /** The mails, those ordered last first. */
  listMails: adminProcedure
    .input(listMailsInput)
    .output(mailsPage)
    .query(({ input }) => listMails(input)),

  /** How many mails wait, were sent or failed, and whether mail is configured. */
  mailSummary: adminProcedure.output(mailSummary).query(() => getMailSummary()),

  /** Has a mail sent again. */
  resendMail: adminProcedure
    .input(mailIdInput)
    .output(mailView.pick({ _id: true }))
    .mutation(async ({ ctx, input }) => {
      await resendMail(input.id, ctx.principal);
      return { _id: input.id };
    }),

  /** The audit trail, the latest event first. */
  listEvents: adminProcedure
    .input(listEventsInput)
    .output(eventsPage)
    .query(({ input }) => listEvents(input)),

  /** How the product is. */
  status: adminProcedure.output(statusView).query(() => getStatus()),
});
