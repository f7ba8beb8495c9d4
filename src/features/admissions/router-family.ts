import "server-only";
import { z } from "zod";
import { AppError } from "@/lib/errors";
import { isMailConfigured } from "@/server/mail/outbox";
import { publicProcedure } from "@/server/trpc/trpc";
import { findFollowed, readFollowed } from "./data-family";
import { say } from "./messages-family";
import { askToFollow, moveAsFamily, openFollowed, stopFollowing, writeAsFamily } from "./mutations-family";
import * as schema from "./schema-family";

/** Procedures for a browser that follows an application: of that one alone, whoever is logged in beside it. */
const followed = publicProcedure.use(async ({ ctx, next }) => {
  const submissionId = await findFollowed(ctx.followed, new Date());
  if (submissionId === null) throw new AppError("UNAUTHORIZED", say("sessionOver"));
  return next({ ctx: { submissionId } });
});

async function readOwn(submissionId: string, now: Date) {
  const found = await readFollowed(submissionId, now);
  if (!found) throw new AppError("UNAUTHORIZED", say("sessionOver"));
  return found;
}

/** The procedures of a family that follows its application; they stand among those of the form. */
export const familyProcedures = {
  /** Whether links are mailed, and the application that this browser follows, if it follows one. */
  followed: publicProcedure.output(schema.followView).query(async ({ ctx }) => {
    const now = new Date();
    const id = await findFollowed(ctx.followed, now);
    return { byMail: isMailConfigured(), application: id === null ? null : await readFollowed(id, now) };
  }),

  /** Asks for the link to an application. The answer is the same whether there is one. */
  askToFollow: publicProcedure
    .input(schema.askInput)
    .output(schema.askedView)
    .mutation(async ({ ctx, input }) => {
      const token = await askToFollow(input, ctx, new Date());
      if (token !== null) ctx.follow?.(token);
      return { mailed: token === null };
    }),

  openFollowed: publicProcedure
    .input(schema.openInput)
    .output(z.null())
    .mutation(async ({ ctx, input }) => {
      const token = await openFollowed(input.token, ctx, new Date());
      ctx.follow?.(token);
      return null;
    }),

  stopFollowing: publicProcedure.output(z.null()).mutation(async ({ ctx }) => {
    if (ctx.followed) await stopFollowing(ctx.followed);
    ctx.follow?.(null);
    return null;
  }),

  writeAsFamily: followed
    .input(schema.familyWriteInput)
    .output(schema.followedView)
    .mutation(async ({ ctx, input }) => {
      const now = new Date();
      await writeAsFamily(ctx.submissionId, input.text, now);
      return readOwn(ctx.submissionId, now);
    }),

  withdraw: followed.output(schema.followedView).mutation(async ({ ctx }) => {
    const now = new Date();
    await moveAsFamily(ctx.submissionId, "withdrawn", now);
    return readOwn(ctx.submissionId, now);
  }),

  acceptOffer: followed.output(schema.followedView).mutation(async ({ ctx }) => {
    const now = new Date();
    await moveAsFamily(ctx.submissionId, "accepted", now);
    return readOwn(ctx.submissionId, now);
  }),
};
