import "server-only";
import { z } from "zod";
import { AppError } from "@/lib/errors";
import { recordNow } from "@/server/audit";
import { isMailConfigured } from "@/server/mail";
import { adminProcedure, memberProcedure, publicProcedure, router, userProcedure } from "@/server/trpc";
import { peopleCopy } from "./copy";
import { getOwnAccount } from "./data";
import { countHeld, listDataOf, listOwnData } from "./data-people";
import * as account from "./mutations";
import * as admin from "./mutations-admin";
import * as links from "./mutations-links";
import { requireOwnPassword, requireProof } from "./mutations-passwords";
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
      await links.requestReset(input.email, ctx);
      return { mailed: isMailConfigured() };
    }),

  /** Sets a new password by a mailed link. */
  resetPassword: publicProcedure
    .input(schema.resetPasswordInput)
    .output(z.null())
    .mutation(async ({ ctx, input }) => {
      await links.resetPassword(input, ctx, new Date());
      return null;
    }),

  /** Confirms an address by a mailed link. */
  confirmEmail: publicProcedure
    .input(schema.confirmEmailInput)
    .output(z.null())
    .mutation(async ({ ctx, input }) => {
      await links.confirmEmail(input.token, ctx, new Date());
      return null;
    }),

  /** Mails the link that confirms the address once more. */
  resendConfirmation: userProcedure
    .output(schema.mailedView)
    .mutation(async ({ ctx }) => ({ mailed: await links.resendConfirmation(ctx.principal) })),

  /** The caller's own account. */
  account: memberProcedure.output(schema.ownAccountView).query(({ ctx }) => getOwnAccount(ctx.principal)),

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
  exportData: memberProcedure
    .input(schema.exportDataInput)
    .output(schema.personalDataView)
    .mutation(async ({ ctx, input }) => {
      const now = new Date();
      await requireProof(input.password, ctx.principal, ctx, now);
      await recordNow({ action: "data-exported", by: ctx.principal, address: ctx.address });
      return listOwnData(ctx.principal, now);
    }),

  /** Deletes the caller's account and all that is the caller's. */
  removeAccount: userProcedure
    .input(schema.removeAccountInput)
    .output(z.null())
    .mutation(async ({ ctx, input }) => {
      await account.removeAccount(input.password, ctx.principal, ctx);
      return null;
    }),

  /** How much is kept about the person of an address. No query: an address does not belong into a log's URL. */
  findPerson: adminProcedure
    .input(schema.findPersonInput)
    .output(schema.heldView)
    .mutation(async ({ input }) => {
      const held = await countHeld(input.email);
      if (!held) throw new AppError("NOT_FOUND", peopleCopy.nothingHeld);
      return held;
    }),

  /** Everything the product holds of the person of an address, on that person's request. */
  exportPerson: adminProcedure
    .input(schema.personInput)
    .output(schema.personalDataView)
    .mutation(async ({ ctx, input }) => {
      await requireOwnPassword("password", input.password, ctx.principal, ctx);
      const data = await listDataOf(input.email, new Date());
      const subjectId = data.account?._id;
      await recordNow({ action: "person-exported", by: ctx.principal, subjectId, address: ctx.address });
      return data;
    }),

  /** Erases everything the product holds of the person of an address, on that person's or a guardian's request. */
  erasePerson: adminProcedure
    .input(schema.personInput)
    .output(z.null())
    .mutation(async ({ ctx, input }) => {
      await account.erasePerson(input, ctx.principal, ctx);
      return null;
    }),

  /** Begins to share a secret with the administrator's authenticator app. */
  beginCodes: adminProcedure
    .input(schema.removeAccountInput)
    .output(schema.codesBegunView)
    .mutation(({ ctx, input }) => admin.beginCodes(input.password, ctx.principal, ctx)),

  /** Has the administrator's logins ask for codes, once one was right. */
  confirmCodes: adminProcedure
    .input(schema.confirmCodesInput)
    .output(schema.recoveryCodesView)
    .mutation(async ({ ctx, input }) => ({
      recoveryCodes: await admin.confirmCodes(input.code, ctx.principal, ctx, new Date()),
    })),

  /** Has them ask for codes no more. */
  endCodes: adminProcedure
    .input(schema.removeAccountInput)
    .output(z.null())
    .mutation(async ({ ctx, input }) => {
      await admin.endCodes(input.password, ctx.principal, ctx);
      return null;
    }),
});
