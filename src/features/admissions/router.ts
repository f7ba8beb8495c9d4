import "server-only";
import { recordReading } from "@/server/audit/audit";
import { onceForVisitor } from "@/server/rest/once-for-form";
import { allow, nothing, publicProcedure, router } from "@/server/trpc/trpc";
import { listSubmissions } from "./data";
import { addSubmission, markOpened } from "./mutations";
import { deskProcedures } from "./router-desk";
import { enrolProcedures } from "./router-enrol";
import { familyProcedures } from "./router-family";
import { actions } from "./rules";
import * as schema from "./schema";

export const admissionsRouter = router({
  submit: publicProcedure
    .input(schema.submissionForm)
    .output(schema.submittedView)
    .mutation(({ ctx, input }) => onceForVisitor("submit", input, (form) => addSubmission(form, ctx.address))),

  /** The applications, newest first; each read is audited. */
  list: allow(actions.read)
    .input(schema.listSubmissionsInput)
    .output(schema.submissionsPage)
    .query(async ({ ctx, input }) => {
      const page = await listSubmissions(input);
      await recordReading("submissions-read", ctx.principal, page.items.length);
      return page;
    }),

  markOpened: allow(actions.read)
    .input(schema.submissionIdInput)
    .output(nothing)
    .mutation(({ input }) => markOpened(input.id)),

  ...deskProcedures,
  ...enrolProcedures,
  ...familyProcedures,
});
