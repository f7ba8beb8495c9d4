import "server-only";
import { allow, nothing, publicProcedure, resolver, router } from "@/server/trpc/trpc";
import { listCodes, listOwnCodes } from "./data";
import { findTypedCode, getOwner } from "./data-join";
import { sortInvited } from "./data-many";
import { invite, makeCode, makeLink, revoke } from "./mutations";
import { decline, join, linkChild } from "./mutations-join";
import { inviteMany } from "./mutations-many";
import { endOwnCode, makeOwnCode } from "./mutations-own";
import { actions } from "./rules";
import * as schema from "./schema";

export const codesRouter = router({
  list: allow(actions.manage).input(schema.personIdInput).output(schema.codesView).query(resolver(listCodes)),

  /** Creates a code, which is shown once. A password code ends all sessions of the person. */
  make: allow(actions.manage).input(schema.makeCodeInput).output(schema.madeCodeView).mutation(resolver(makeCode)),

  makeLink: allow(actions.manage).input(schema.makeLinkInput).output(schema.madeCodeView).mutation(resolver(makeLink)),

  revoke: allow(actions.manage)
    .input(schema.codeIdInput)
    .output(schema.codeView.pick({ _id: true }))
    .mutation(({ ctx, input }) => revoke(input.id, ctx.principal, new Date())),

  /** Emails a first-login code, if the person has an address and there is a mail server. */
  invite: allow(actions.manage).input(schema.personIdInput).output(schema.invitedView).mutation(resolver(invite)),

  /** A preview of inviting the selected students. A mutation, because their ids are too long for a URL. */
  previewInvite: allow(actions.manage)
    .input(schema.inviteManyInput)
    .output(schema.invitedManyView)
    .mutation(async ({ input }) => (await sortInvited(input.students)).answer),

  /** Emails an invitation to these students and their guardians who see results, if they have an address and no login. */
  inviteMany: allow(actions.manage)
    .input(schema.inviteManyInput)
    .output(schema.invitedManyView)
    .mutation(resolver(inviteMany)),

  /** The owner of a code. A mutation, because a code must not be in a URL. */
  look: publicProcedure
    .input(schema.codeInput)
    .output(schema.codeOwnerView)
    .mutation(async ({ ctx, input }) => {
      const now = new Date();
      return getOwner(await findTypedCode(input.code, ctx, now), now);
    }),

  /** Uses a code for a login or a new password. */
  join: publicProcedure
    .input(schema.joinInput)
    .output(schema.joinedView)
    .mutation(({ ctx, input }) => join(input, ctx, new Date())),

  /** Adds a child to a guardian's login by a code. */
  link: allow(actions.link)
    .input(schema.linkInput)
    .output(schema.linkedView)
    .mutation(({ ctx, input }) => linkChild(input, ctx.principal, ctx, new Date())),

  own: allow(actions.link)
    .output(schema.ownCodesView)
    .query(({ ctx }) => listOwnCodes(ctx.principal, new Date())),

  /** Creates a code that links a guardian to the calling student. */
  makeOwn: allow(actions.link).input(schema.makeOwnInput).output(schema.madeCodeView).mutation(resolver(makeOwnCode)),

  endOwn: allow(actions.link)
    .input(schema.codeIdInput)
    .output(schema.codeView.pick({ _id: true }))
    .mutation(resolver(endOwnCode)),

  /** Revokes a code that reached the wrong person. */
  decline: publicProcedure
    .input(schema.codeInput)
    .output(nothing)
    .mutation(({ ctx, input }) => decline(input.code, ctx, new Date())),
});
