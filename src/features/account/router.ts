import "server-only";
import { z } from "zod";
import { accountView } from "@/features/auth/schema";
import { personalDataView } from "@/features/people/schema";
import { allow, router } from "@/server/trpc/trpc";
import { getOwnAccount, type ListOwnData } from "./data";
import * as account from "./mutations";
import * as codes from "./mutations-codes";
import { actions } from "./rules";
import * as schema from "./schema";

/** The procedures of the account page; `listOwnData` collects what all rooms keep of the caller. */
export const createAccountRouter = (listOwnData: ListOwnData) =>
  router({
    get: allow(actions.use)
      .output(schema.ownAccountView)
      .query(({ ctx }) => getOwnAccount(ctx.principal)),

    changeName: allow(actions.use)
      .input(schema.changeNameInput)
      .output(accountView)
      .mutation(({ ctx, input }) => account.changeName(input.name, ctx.principal)),

    /** Gives the caller another password and ends all other sessions. */
    changePassword: allow(actions.use)
      .input(schema.changePasswordInput)
      .output(z.null())
      .mutation(async ({ ctx, input }) => {
        await account.changePassword(input, ctx.principal, ctx, new Date());
        return null;
      }),

    /** Ends every session of the caller, this one too. */
    signOutEverywhere: allow(actions.use)
      .output(z.null())
      .mutation(async ({ ctx }) => {
        await account.signOutEverywhere(ctx.principal, ctx, new Date());
        return null;
      }),

    /** Everything the product holds of the caller. It is a change, too: the audit trail says that it was taken. */
    exportData: allow(actions.use)
      .input(schema.exportDataInput)
      .output(personalDataView)
      .mutation(({ ctx, input }) => account.exportData(listOwnData, input.password, ctx.principal, ctx, new Date())),

    /** Deletes the caller's account and all that is the caller's; of a student on the roster it closes the login. */
    remove: allow(actions.remove)
      .input(schema.removeAccountInput)
      .output(schema.removedView)
      .mutation(async ({ ctx, input }) => ({
        erased: await account.removeAccount(input.password, ctx.principal, ctx, new Date()),
      })),

    /** Begins to share a secret with the administrator's authenticator app. */
    beginCodes: allow(actions.useCodes)
      .input(schema.removeAccountInput)
      .output(schema.codesBegunView)
      .mutation(({ ctx, input }) => codes.beginCodes(input.password, ctx.principal, ctx)),

    /** Has the administrator's logins ask for codes, once one was right. */
    confirmCodes: allow(actions.useCodes)
      .input(schema.confirmCodesInput)
      .output(schema.recoveryCodesView)
      .mutation(async ({ ctx, input }) => ({
        recoveryCodes: await codes.confirmCodes(input.code, ctx.principal, ctx, new Date()),
      })),

    /** Has them ask for codes no more. */
    endCodes: allow(actions.useCodes)
      .input(schema.removeAccountInput)
      .output(z.null())
      .mutation(async ({ ctx, input }) => {
        await codes.endCodes(input.password, ctx.principal, ctx);
        return null;
      }),
  });
