import "server-only";
import { allow, resolver, router } from "@/server/trpc/trpc";
import { getOverview, listTests } from "./data";
import { findAnything } from "./data-find";
import { actions } from "./rules";
import { findInput, foundView, overviewView, testsWithoutMarks } from "./schema";

export const overviewRouter = router({
  /** The caller's pending work, and the next days. */
  get: allow(actions.read)
    .output(overviewView)
    .query(({ ctx }) => getOverview(ctx.principal, new Date())),

  /** Students, exams, materials and applications by parts of words. A mutation, because names must not be in a URL. */
  find: allow(actions.read).input(findInput).output(foundView).mutation(resolver(findAnything)),

  /** The tests of the last thirty days without an exam whose marks the caller may enter. */
  tests: allow(actions.read)
    .output(testsWithoutMarks)
    .query(({ ctx }) => listTests(ctx.principal, new Date())),
});
