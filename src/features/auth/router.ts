import "server-only";
import { z } from "zod";
import { recordNow } from "@/server/audit";
import { isMailConfigured } from "@/server/mail";
import { memberProcedure, publicProcedure, router, userProcedure } from "@/server/trpc";
import { listPersonalData, ownAccountViewOf } from "./data";
import * as account from "./mutations";
import * as schema from "./schema";

export const authRouter = router({
  /** Opens a session for the right pair. */
  login: publicProcedure
    .input(schema.loginInput)
    .output(schema.sessionView)
    .mutation(({ ctx, input }) => account.login(input, ctx, new Date())),

  /** Makes a student's account. */
  signup: publicProcedure
    .input(schema.openingSignupInput)
    .output(schema.signedUpView)
    .mutation(({ ctx, input }) => account.signup(input, ctx, new Date())),

  /** Ends the session of this call. */
  logout: memberProcedure.output(z.null()).mutation(async ({ ctx }) => {
    await account.logout(ctx.principal, ctx, new Date());
    return null;
  }),

  /** Mails a link to a new password to the person of an address, if there is one. */
  requestReset: publicProcedure
    .input(schema.requestResetInput)
    .output(schema.mailedView)
    .mutation(async ({ ctx, input }) => {
      await account.requestReset(input.email, ctx);
      return { mailed: isMailConfigured() };
    }),

  /** Sets a new password by a mailed link. */
  resetPassword: publicProcedure
    .input(schema.resetPasswordInput)
    .output(z.null())
    .mutation(async ({ ctx, input }) => {
      await account.resetPassword(input, ctx, new Date());
      return null;
    }),

  /** Confirms an address by a mailed link. */
  confirmEmail: publicProcedure
    .input(schema.confirmEmailInput)
    .output(z.null())
    .mutation(async ({ ctx, input }) => {
      await account.confirmEmail(input.token, ctx, new Date());
      return null;
    }),

  /** Mails the link that confirms the address once more. */
  resendConfirmation: userProcedure
    .output(schema.mailedView)
    .mutation(async ({ ctx }) => ({ mailed: await account.resendConfirmation(ctx.principal) })),

  /** The caller's own account. */
  account: memberProcedure.output(schema.ownAccountView).query(({ ctx }) => ownAccountViewOf(ctx.principal)),

  /** Gives the caller another name. */
  changeName: memberProcedure
    .input(schema.changeNameInput)
    .output(schema.accountView)
    .mutation(({ ctx, input }) => account.changeName(input.name, ctx.principal)),

  /** Gives the caller another password and ends all other sessions. */
  changePassword: memberProcedure
    .input(schema.changePasswordInput)
    .output(z.null())
    .mutation(async ({ ctx, input }) => {
      await account.changePassword(input, ctx.principal, ctx, new Date());
      return null;
    }),

  /** Ends every session of the caller, this one too. */
  signOutEverywhere: memberProcedure.output(z.null()).mutation(async ({ ctx }) => {
    await account.signOutEverywhere(ctx.principal, ctx, new Date());
    return null;
  }),

  /** Everything the product holds of the caller. It is a change, too: the audit trail says that it was taken. */
  exportData: memberProcedure.output(schema.personalDataView).mutation(async ({ ctx }) => {
    await recordNow({ action: "data-exported", by: ctx.principal, address: ctx.address });
    return listPersonalData(ctx.principal, new Date());
  }),

  /** Deletes the caller's account and all that is the caller's. */
  removeAccount: userProcedure
    .input(schema.removeAccountInput)
    .output(z.null())
    .mutation(async ({ ctx, input }) => {
      await account.removeAccount(input.password, ctx.principal, ctx);
      return null;
    }),
});
