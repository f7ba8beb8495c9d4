import "server-only";
import { z } from "zod";
import { onceForSender } from "@/server/rest/once-for-form";
import { allow, router, thenShow } from "@/server/trpc/trpc";
import { getFamily, linkViewOf, listLinksOf, listOwnLinks } from "./data-links";
import { listOverview, listOwnChildren } from "./data-overview";
import { findGuardians, getGuardianView } from "./data-people";
import { listReaders } from "./data-readers";
import { addLink, changeLinkRule, editLink, endGuardian, leaveChild } from "./mutations";
import { addConsent, giveOwnConsent, withdrawConsent, withdrawOwnConsent } from "./mutations-consents";
import { editGuardian, join, previewJoin } from "./mutations-people";
import { actions } from "./rules";
import { childOverview, childView } from "./schema";
import * as consents from "./schema-consents";
import * as links from "./schema-links";
import * as people from "./schema-people";
import { readersInput, readersView } from "./schema-readers";

export const guardiansRouter = router({
  /** The caller's children; a person without children and one with only ended links get the same response. */
  children: allow(actions.readOwn)
    .output(z.array(childView))
    .query(({ ctx }) => listOwnChildren(ctx.principal)),

  /** The caller's children with news and next tests. */
  overview: allow(actions.readOwn)
    .output(z.array(childOverview))
    .query(({ ctx }) => listOverview(ctx.principal, new Date())),

  /** The guardians of a student, ended links last. */
  list: allow(actions.manage)
    .input(links.studentIdInput)
    .output(z.array(links.linkView))
    .query(({ input }) => listLinksOf(input.studentId)),

  family: allow(actions.manage)
    .input(links.studentIdInput)
    .output(consents.familyView)
    .query(({ input }) => getFamily(input.studentId, new Date())),

  /** Possible matches for a guardian. A mutation, because names and numbers must not be in a URL. */
  find: allow(actions.manage)
    .input(people.findGuardianInput)
    .output(z.array(people.foundGuardianView))
    .mutation(({ input }) => findGuardians(input)),

  get: allow(actions.manage)
    .input(people.guardianIdInput)
    .output(people.guardianView)
    .query(({ input }) => getGuardianView(input.guardianId)),

  /** Edits name, phone number or address of a guardian. */
  editPerson: allow(actions.manage)
    .input(people.editGuardianInput)
    .output(people.guardianView)
    .mutation(thenShow(editGuardian, ({ guardianId }) => getGuardianView(guardianId))),

  previewJoin: allow(actions.manage)
    .input(people.previewJoinInput)
    .output(people.joinGuardiansView)
    .query(({ ctx, input }) => previewJoin(input.guardianId, input.otherId, ctx.principal)),

  join: allow(actions.manage)
    .input(people.joinGuardiansInput)
    .output(people.guardianView)
    .mutation(thenShow(join, ({ keptId }) => getGuardianView(keptId))),

  /** Links a guardian to a student: a known person, or a new one. */
  add: allow(actions.manage)
    .input(links.addLinkForm)
    .output(links.linkView)
    .mutation(({ ctx: { principal }, input }) =>
      onceForSender(principal.userId, "guardians.add", input, async () => linkViewOf(await addLink(input, principal))),
    ),

  /** Edits relation, access to results, emails or contact order. */
  edit: allow(actions.manage)
    .input(links.editLinkInput)
    .output(links.linkView)
    .mutation(async ({ ctx, input }) => linkViewOf(await editLink(input, ctx.principal))),

  /** Ends a link, with effect from the next request. */
  end: allow(actions.manage)
    .input(links.endLinkInput)
    .output(links.linkView)
    .mutation(async ({ ctx, input }) => linkViewOf(await endGuardian(input, ctx.principal, new Date()))),

  /** Sets whether only the office links guardians of a student. */
  changeRule: allow(actions.manage)
    .input(links.linkRuleInput)
    .output(links.linkRuleInput)
    .mutation(async ({ ctx, input }) => {
      await changeLinkRule(input.studentId, input.linksByOfficeOnly, ctx.principal, new Date());
      return input;
    }),

  addConsent: allow(actions.manage)
    .input(consents.addConsentInput)
    .output(consents.familyView)
    .mutation(async ({ ctx: { principal }, input }) => {
      const add = (consent: consents.AddConsentInput) => addConsent(consent, principal, new Date());
      await onceForSender(principal.userId, "guardians.addConsent", input, add);
      return getFamily(input.studentId, new Date());
    }),

  withdrawConsent: allow(actions.manage)
    .input(consents.consentIdInput)
    .output(consents.familyView)
    .mutation(async ({ ctx, input }) =>
      getFamily(await withdrawConsent(input.id, ctx.principal, new Date()), new Date()),
    ),

  mine: allow(actions.own)
    .output(z.array(consents.ownLinkView))
    .query(({ ctx }) => listOwnLinks(ctx.principal.userId, new Date())),

  leave: allow(actions.own)
    .input(links.childInput)
    .output(z.array(consents.ownLinkView))
    .mutation(async ({ ctx, input }) => {
      await leaveChild(input.studentId, ctx.principal, new Date());
      return listOwnLinks(ctx.principal.userId, new Date());
    }),

  /** The guardian consents for a child, for the first time or again. */
  giveOwn: allow(actions.own)
    .input(links.childInput)
    .output(z.array(consents.ownLinkView))
    .mutation(async ({ ctx, input }) => {
      await giveOwnConsent(input.studentId, ctx.principal, new Date());
      return listOwnLinks(ctx.principal.userId, new Date());
    }),

  withdrawOwn: allow(actions.own)
    .input(links.childInput)
    .output(z.array(consents.ownLinkView))
    .mutation(async ({ ctx, input }) => {
      await withdrawOwnConsent(input.studentId, ctx.principal, new Date());
      return listOwnLinks(ctx.principal.userId, new Date());
    }),

  /** Who may read the results of the calling student, or of a child. */
  readers: allow(actions.readOwn)
    .input(readersInput)
    .output(readersView)
    .query(({ ctx, input }) => listReaders(input.studentId ?? ctx.principal.userId, ctx.principal)),
});
