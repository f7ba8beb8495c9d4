import "server-only";
import { choiceOf } from "@/server/mail/choices";
import { allow, nothing, publicProcedure, router } from "@/server/trpc/trpc";
import { chooseMails, stopMails } from "./mutations";
import { actions } from "./rules";
import { choiceView, chooseInput, stopInput } from "./schema";

export const mailChoicesRouter = router({
  mine: allow(actions.choose)
    .output(choiceView)
    .query(({ ctx }) => choiceOf(ctx.principal.userId)),

  choose: allow(actions.choose)
    .input(chooseInput)
    .output(choiceView)
    .mutation(({ ctx, input }) => chooseMails(input.choice, ctx.principal, new Date())),

  stop: publicProcedure
    .input(stopInput)
    .output(nothing)
    .mutation(({ input }) => stopMails(input.token, new Date())),
});
