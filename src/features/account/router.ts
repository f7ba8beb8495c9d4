import "server-only";
import { accountView } from "@/features/auth/schema";
import { personalDataView } from "@/features/people/schema";
import { allow, nothing, resolver, router } from "@/server/trpc/trpc";
import { getOwnAccount, type ListOwnData } from "./data";
import * as account from "./mutations";
import * as codes from "./mutations-codes";
import { actions } from "./rules";
import * as schema from "./schema";

/** The procedures of the account page; `listOwnData` collects what all rooms store about the caller. */
export const createAccountRouter = (listOwnData: ListOwnData) =>
  router({
    get: allow(actions.use)
      .output(schema.ownAccountView)
      .query(({ ctx }) => getOwnAccount(ctx.principal)),

    changeName: allow(actions.use)
      .input(schema.changeNameInput)
      .output(accountView)
      .mutation(resolver(account.changeName)),

    /** Changes the caller's password and ends all other sessions. */
    changePassword: allow(actions.use)
      .input(schema.changePasswordInput)
      .output(nothing)
      .mutation(({ ctx, input }) => account.changePassword(input, ctx.principal, ctx, new Date())),

    /** Ends all sessions of the caller, including this one. */
    signOutEverywhere: allow(actions.use)
      .output(nothing)
      .mutation(({ ctx }) => account.signOutEverywhere(ctx.principal, ctx, new Date())),

    /** Exports all personal data of the caller. A mutation, because it is audited. */
    exportData: allow(actions.use)
      .input(schema.exportDataInput)
      .output(personalDataView)
      .mutation(({ ctx, input }) => account.exportData(listOwnData, input.password, ctx.principal, ctx, new Date())),

    /** Deletes the caller's account and data; for a student on the roster it closes the login. */
    remove: allow(actions.remove)
      .input(schema.removeAccountInput)
      .output(schema.removedView)
      .mutation(async ({ ctx, input }) => ({
        erased: await account.removeAccount(input.password, ctx.principal, ctx, new Date()),
      })),

    /** Creates a secret for the caller's authenticator app. */
    beginCodes: allow(actions.useCodes)
      .input(schema.removeAccountInput)
      .output(schema.codesBegunView)
      .mutation(({ ctx, input }) => codes.beginCodes(input.password, ctx.principal, ctx)),

    /** Requires codes at the caller's logins on the admin side, once one was confirmed. */
    confirmCodes: allow(actions.useCodes)
      .input(schema.confirmCodesInput)
      .output(schema.recoveryCodesView)
      .mutation(async ({ ctx, input }) => ({
        recoveryCodes: await codes.confirmCodes(input.code, ctx.principal, ctx, new Date()),
      })),

    /** Stops requiring codes at the caller's logins. */
    endCodes: allow(actions.useCodes)
      .input(schema.removeAccountInput)
      .output(nothing)
      .mutation(({ ctx, input }) => codes.endCodes(input.password, ctx.principal, ctx)),
  });
