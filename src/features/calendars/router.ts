import "server-only";
import { z } from "zod";
import { institute } from "@/content/institute";
import { allow, publicProcedure, router } from "@/server/trpc/trpc";
import { findCalendar, getFeed, getOwnFeed, getReader } from "./data";
import { endCalendar, noteUse, renewCalendar } from "./mutations";
import { actions } from "./rules";
import { calendarView, feedInput, madeCalendarView, ownFeedInput } from "./schema";

export const calendarsRouter = router({
  /** The calendar of a class or of all. */
  feed: publicProcedure
    .input(feedInput)
    .output(z.string())
    .query(({ input }) => getFeed(input.feed, institute.name, new Date())),

  /** The calendar of a person, for whoever has its link. */
  ownFeed: publicProcedure
    .input(ownFeedInput)
    .output(z.string())
    .query(async ({ input }) => {
      const now = new Date();
      const reader = await getReader(input.token);
      await noteUse(reader, now);
      return getOwnFeed(reader, institute.name, now);
    }),

  /** Whether the person has a link, and since when. */
  mine: allow(actions.keep)
    .output(calendarView.nullable())
    .query(({ ctx }) => findCalendar(ctx.principal.userId)),

  /** Makes a link, and ends the one before it. */
  renew: allow(actions.keep)
    .output(madeCalendarView)
    .mutation(({ ctx }) => renewCalendar(ctx.principal, new Date())),

  /** Ends the link. */
  end: allow(actions.keep)
    .output(z.null())
    .mutation(async ({ ctx }) => {
      await endCalendar(ctx.principal, new Date());
      return null;
    }),
});
