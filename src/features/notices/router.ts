import "server-only";
import { z } from "zod";
import { allow, innerProcedure, publicProcedure, resolver, router } from "@/server/trpc/trpc";
import { countUnread, getOwn, listOwn } from "./data-own";
import { getFile, listPublic } from "./data-public";
import { confirmNotice, openNotice } from "./mutations-read";
import { officeProcedures } from "./router-office";
import { actions } from "./rules";
import * as schema from "./schema";

export const noticesRouter = router({
  /** The public notices. */
  listPublic: publicProcedure
    .input(schema.publicPageInput)
    .output(schema.publicNoticesPage)
    .query(({ input }) => listPublic(input, new Date())),

  /** The location of a file, for anyone who may read its notice. */
  file: innerProcedure
    .input(schema.noticeFileInput)
    .output(schema.storedFile)
    .query(({ ctx, input }) => getFile(input.id, input.key, ctx.principal, new Date())),

  /** The caller's own notices: a family's on the user side, those of staff on the admin side. */
  mine: allow(actions.read).input(schema.pageInput).output(schema.ownNoticesPage).query(resolver(listOwn)),

  /** The number of the caller's unread notices. */
  unread: allow(actions.read)
    .output(z.object({ unread: z.number() }))
    .query(async ({ ctx }) => ({ unread: await countUnread(ctx.principal, new Date()) })),

  /** One of the caller's notices. */
  getMine: allow(actions.read)
    .input(schema.noticeIdInput)
    .output(schema.ownNoticeView)
    .query(({ ctx, input }) => getOwn(input.id, ctx.principal, new Date())),

  /** Records that the caller has opened a notice. */
  open: allow(actions.read)
    .input(schema.noticeIdInput)
    .output(schema.ownNoticeView)
    .mutation(({ ctx, input }) => openNotice(input.id, ctx.principal, new Date())),

  /** Confirms a notice, for the caller or for a child. */
  confirm: allow(actions.read)
    .input(schema.confirmInput)
    .output(schema.ownNoticeView)
    .mutation(resolver(confirmNotice)),

  ...officeProcedures,
});
