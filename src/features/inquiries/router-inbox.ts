import "server-only";
import { recordReading } from "@/server/audit/audit";
import { allow, nothing, resolver } from "@/server/trpc/trpc";
import { countInbox, listInbox } from "./data-inbox";
import { answerMessage, finishMessage, takeAnswerBack } from "./mutations-inbox";
import { actions } from "./rules";
import * as inbox from "./schema-inbox";

/** The procedures of the inbox, merged into those of the form. */
export const inboxProcedures = {
  /** The messages that are open or done, newest first; each read is audited. */
  inbox: allow(actions.read)
    .input(inbox.inboxInput)
    .output(inbox.inboxPage)
    .query(async ({ ctx, input }) => {
      const page = await listInbox(input, new Date());
      await recordReading("messages-read", ctx.principal, page.items.length);
      return page;
    }),

  countInbox: allow(actions.read).output(inbox.inboxCounts).query(countInbox),

  answerMessage: allow(actions.answer).input(inbox.answerInput).output(nothing).mutation(resolver(answerMessage)),

  /** Withdraws an answer whose email has not been sent. */
  takeAnswerBack: allow(actions.answer).input(inbox.messageIdInput).output(nothing).mutation(resolver(takeAnswerBack)),

  finishMessage: allow(actions.answer).input(inbox.finishInput).output(nothing).mutation(resolver(finishMessage)),
};
