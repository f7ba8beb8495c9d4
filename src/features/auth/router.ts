import "server-only";
import { isMailConfigured } from "@/server/mail/outbox";
import { allow, nothing, publicProcedure, router } from "@/server/trpc/trpc";
import * as account from "./mutations";
import * as links from "./mutations-links";
import { actions } from "./rules";
import * as schema from "./schema";

export const authRouter = router({
  /** Opens a session for a valid name and password. */
  login: publicProcedure
    .input(schema.loginInput)
    .output(schema.sessionView)
    .mutation(({ ctx, input }) => account.login(input, ctx, new Date())),

  signup: publicProcedure
    .input(schema.openingSignupInput)
    .output(schema.signedUpView)
    .mutation(({ ctx, input }) => account.signup(input, ctx, new Date())),

  logout: allow(actions.logout)
    .output(nothing)
    .mutation(({ ctx }) => account.logout(ctx.principal, ctx, new Date())),

  /** Emails a password reset link, if the address belongs to an account. */
  requestReset: publicProcedure
    .input(schema.requestResetInput)
    .output(schema.mailedView)
    .mutation(async ({ ctx, input }) => {
      await links.requestReset(input.email, ctx);
      return { mailed: isMailConfigured() };
    }),

  resetPassword: publicProcedure
    .input(schema.resetPasswordInput)
    .output(nothing)
    .mutation(({ ctx, input }) => links.resetPassword(input, ctx, new Date())),

  confirmEmail: publicProcedure
    .input(schema.confirmEmailInput)
    .output(nothing)
    .mutation(({ ctx, input }) => links.confirmEmail(input.token, ctx, new Date())),

  /** Sends the confirmation link again. */
  resendConfirmation: allow(actions.confirmAddress)
    .output(schema.mailedView)
    .mutation(async ({ ctx }) => ({ mailed: await links.resendConfirmation(ctx.principal) })),
});
