import "server-only";
import { z } from "zod";
import { recordReading } from "@/server/audit/audit";
import { allow } from "@/server/trpc/trpc";
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

  answerMessage: allow(actions.answer)
    .input(inbox.answerInput)
    .output(z.null())
    .mutation(async ({ ctx, input }) => {
      await answerMessage(input, ctx.principal, new Date());
      return null;
    }),

  /** Withdraws an answer whose email has not been sent. */
  takeAnswerBack: allow(actions.answer)
    .input(inbox.messageIdInput)
    .output(z.null())
    .mutation(async ({ ctx, input }) => {
      await takeAnswerBack(input.id, ctx.principal, new Date());
      return null;
    }),

  finishMessage: allow(actions.answer)
    .input(inbox.finishInput)
    .output(z.null())
    .mutation(async ({ ctx, input }) => {
      await finishMessage(input, ctx.principal, new Date());
      return null;
    }),
};
