import "server-only";
import { z } from "zod";
import { currentSite } from "@/server/institute/site";
import { allow, nothing, publicProcedure, resolver, router } from "@/server/trpc/trpc";
import { findCalendar, getFeed, getOwnFeed, getReader } from "./data";
import { endCalendar, noteUse, renewCalendar } from "./mutations";
import { actions } from "./rules";
import { calendarView, feedInput, madeCalendarView, ownFeedInput, seenCalendarInput } from "./schema";

export const calendarsRouter = router({
  feed: publicProcedure
    .input(feedInput)
    .output(z.string())
    .query(async ({ input }) => getFeed(input.feed, (await currentSite()).facts.name, new Date())),

  ownFeed: publicProcedure
    .input(ownFeedInput)
    .output(z.string())
    .query(async ({ input }) => {
      const now = new Date();
      const reader = await getReader(input.token);
      await noteUse(reader, now);
      return getOwnFeed(reader, (await currentSite()).facts.name, now);
    }),

  /** Whether the person has a link, and since when. */
  mine: allow(actions.keep)
    .output(calendarView.nullable())
    .query(({ ctx }) => findCalendar(ctx.principal.userId)),

  /** Creates a link and revokes the former one. */
  renew: allow(actions.keep).input(seenCalendarInput).output(madeCalendarView).mutation(resolver(renewCalendar)),

  end: allow(actions.keep).input(seenCalendarInput).output(nothing).mutation(resolver(endCalendar)),
});
