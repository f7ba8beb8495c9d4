import "server-only";
import { z } from "zod";
import { AppError } from "@/lib/errors";
import { isMailConfigured } from "@/server/mail/outbox";
import { onceForSender } from "@/server/rest/once-for-form";
import { publicProcedure } from "@/server/trpc/trpc";
import { findByReference, findFollowed, readFollowed } from "./data-family";
import { say } from "./messages-family";
import { say as sayRefusal } from "./messages-refusals";
import { askToFollow, moveAsFamily, openFollowed, stopFollowing, writeAsFamily } from "./mutations-family";
import * as schema from "./schema-family";

/** Procedures for a browser that follows one application by its cookie; a login does not matter. */
const followed = publicProcedure.use(async ({ ctx, next }) => {
  const submissionId = await findFollowed(ctx.followed, new Date());
  if (submissionId === null) throw new AppError("UNAUTHORIZED", say("sessionOver"));
  return next({ ctx: { submissionId } });
});

/** All tabs of a browser have one session: the application that a page shows must be that of the session. */
async function requireShown(reference: string | undefined, submissionId: string) {
  if (reference === undefined) return;
  if ((await findByReference(reference))?.id !== submissionId) throw new AppError("CONFLICT", sayRefusal("otherOpen"));
}

async function readOwn(submissionId: string, now: Date) {
  const found = await readFollowed(submissionId, now);
  if (!found) throw new AppError("UNAUTHORIZED", say("sessionOver"));
  return found;
}

async function moveShown(reference: string | undefined, submissionId: string, to: "withdrawn" | "accepted") {
  await requireShown(reference, submissionId);
  const now = new Date();
  await moveAsFamily(submissionId, to, now);
  return readOwn(submissionId, now);
}

/** The procedures for families who follow an application, merged into those of the form. */
export const familyProcedures = {
  /** Whether links are emailed, and the application that this browser follows, if any. */
  followed: publicProcedure.output(schema.followView).query(async ({ ctx }) => {
    const now = new Date();
    const id = await findFollowed(ctx.followed, now);
    return { byMail: isMailConfigured(), application: id === null ? null : await readFollowed(id, now) };
  }),

  /** Requests the link to an application. The response does not reveal whether one exists. */
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
    .mutation(async ({ ctx: { submissionId }, input }) => {
      await requireShown(input.reference, submissionId);
      const now = new Date();
      const write = ({ text }: { text: string }) => writeAsFamily(submissionId, text, now);
      await onceForSender(submissionId, "services.writeAsFamily", input, write);
      return readOwn(submissionId, now);
    }),

  withdraw: followed
    .input(schema.shownInput)
    .output(schema.followedView)
    .mutation(({ ctx, input }) => moveShown(input?.reference, ctx.submissionId, "withdrawn")),

  acceptOffer: followed
    .input(schema.shownInput)
    .output(schema.followedView)
    .mutation(({ ctx, input }) => moveShown(input?.reference, ctx.submissionId, "accepted")),
};
