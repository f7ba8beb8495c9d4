import "server-only";
import { z } from "zod";
import { institute } from "@/content/institute";
import { tableView } from "@/lib/fields";
import { recordNow, recordReading } from "@/server/audit/audit";
import { allow, publicProcedure, router } from "@/server/trpc/trpc";
import { countNewSubmissions, listSubmissions } from "./data";
import { addSubmission, markOpened } from "./mutations";
import { actions, submissionsCsv } from "./rules";
import * as schema from "./schema";

/** Export limit: more than a year of any institute's, and older rows are purged. */
const mostExported = 20_000;

export const admissionsRouter = router({
  /** Takes in an application for admission. */
  submit: publicProcedure
    .input(schema.submissionForm)
    .output(schema.submittedView)
    .mutation(({ ctx, input }) => addSubmission(input, ctx.address)),

  /** The applications, newest first; each reading goes on record. */
  list: allow(actions.read)
    .input(schema.listSubmissionsInput)
    .output(schema.submissionsPage)
    .query(async ({ ctx, input }) => {
      const page = await listSubmissions(input);
      await recordReading("submissions-read", ctx.principal, page.items.length);
      return page;
    }),

  /** How many applications nobody has opened yet. */
  countNew: allow(actions.read).output(z.number()).query(countNewSubmissions),

  /** Notes that an application was opened. */
  markOpened: allow(actions.read)
    .input(schema.submissionIdInput)
    .output(z.null())
    .mutation(async ({ input }) => {
      await markOpened(input.id);
      return null;
    }),

  /** The applications as a table; it goes on record who took it. */
  exportSubmissions: allow(actions.read)
    .output(tableView)
    .mutation(async ({ ctx }) => {
      const { items } = await listSubmissions({ limit: mostExported });
      const detail = { count: items.length };
      await recordNow({ action: "submissions-exported", by: ctx.principal, detail, address: ctx.address });
      return { csv: submissionsCsv(items, institute.timeZone) };
    }),
});
