import "server-only";
import { allow, router } from "@/server/trpc/trpc";
import { getOverview, listTests } from "./data";
import { findAnything } from "./data-find";
import { actions } from "./rules";
import { findInput, foundView, overviewView, testsWithoutMarks } from "./schema";

export const overviewRouter = router({
  /** What waits for the caller, and what happens in the next days. */
  get: allow(actions.read)
    .output(overviewView)
    .query(({ ctx }) => getOverview(ctx.principal, new Date())),

  /** Students, exams, materials and applications by parts of words. No query, for names belong into no address. */
  find: allow(actions.read)
    .input(findInput)
    .output(foundView)
    .mutation(({ ctx, input }) => findAnything(input.search, ctx.principal, new Date())),

  /** The tests of the last thirty days that have no exam, as far as the caller may enter their marks. */
  tests: allow(actions.read)
    .output(testsWithoutMarks)
    .query(({ ctx }) => listTests(ctx.principal, new Date())),
});
