import "server-only";
import { allow, router } from "@/server/trpc/trpc";
import { listCodes } from "./data";
import { makeCode, makeLink, revoke } from "./mutations";
import { actions } from "./rules";
import * as schema from "./schema";

export const codesRouter = router({
  /** The codes of a student or guardian, and how each stands. */
  list: allow(actions.manage)
    .input(schema.personIdInput)
    .output(schema.codesView)
    .query(({ input }) => listCodes(input.personId, new Date())),

  /** Makes a code, which is shown once. One for a new password ends all sessions of the person. */
  make: allow(actions.manage)
    .input(schema.makeCodeInput)
    .output(schema.madeCodeView)
    .mutation(({ ctx, input }) => makeCode(input, ctx.principal, new Date())),

  /** Makes a code by which a guardian is linked to a student. */
  makeLink: allow(actions.manage)
    .input(schema.makeLinkInput)
    .output(schema.madeCodeView)
    .mutation(({ ctx, input }) => makeLink(input, ctx.principal, new Date())),

  /** Ends an open code. */
  revoke: allow(actions.manage)
    .input(schema.codeIdInput)
    .output(schema.codeView.pick({ _id: true }))
    .mutation(async ({ ctx, input }) => {
      await revoke(input.id, ctx.principal, new Date());
      return { _id: input.id };
    }),
});
