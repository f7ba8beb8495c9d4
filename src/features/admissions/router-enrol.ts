import "server-only";
import { recordReading } from "@/server/audit/audit";
import { allow, resolver } from "@/server/trpc/trpc";
import { previewEnrolment } from "./data-enrol";
import { enrolApplication } from "./mutations-enrol";
import { actions } from "./rules";
import { submissionIdInput } from "./schema";
import { enrolInput, enrolledView, enrolPreview } from "./schema-enrol";

export const enrolProcedures = {
  /** A preview of an enrolment with possible matches; each read is audited. */
  previewEnrolment: allow(actions.handle)
    .input(submissionIdInput)
    .output(enrolPreview)
    .query(async ({ ctx, input }) => {
      const preview = await previewEnrolment(input.id, new Date());
      await recordReading("submissions-read", ctx.principal, 1);
      return preview;
    }),

  /** Enrols an accepted applicant, with class, guardians, consents and codes. */
  enrol: allow(actions.handle).input(enrolInput).output(enrolledView).mutation(resolver(enrolApplication)),
};
