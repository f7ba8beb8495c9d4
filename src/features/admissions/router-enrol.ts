import "server-only";
import { recordReading } from "@/server/audit/audit";
import { allow } from "@/server/trpc/trpc";
import { previewEnrolment } from "./data-enrol";
import { enrolApplication } from "./mutations-enrol";
import { actions } from "./rules";
import { submissionIdInput } from "./schema";
import { enrolInput, enrolledView, enrolPreview } from "./schema-enrol";

export const enrolProcedures = {
  /** What enrolling would do, and whom it might mean; the reading goes on record. */
  previewEnrolment: allow(actions.handle)
    .input(submissionIdInput)
    .output(enrolPreview)
    .query(async ({ ctx, input }) => {
      const preview = await previewEnrolment(input.id, new Date());
      await recordReading("submissions-read", ctx.principal, 1);
      return preview;
    }),

  /** Makes a student of an accepted application, with class, guardians, consent and codes. */
  enrol: allow(actions.handle)
    .input(enrolInput)
    .output(enrolledView)
    .mutation(({ ctx, input }) => enrolApplication(input, ctx.principal, new Date())),
};
