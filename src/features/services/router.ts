import "server-only";
import { adminProcedure, publicProcedure, router } from "@/server/trpc";
import { listSubmissions } from "./data";
import { addSubmission } from "./mutations";
import { listSubmissionsInput, submissionInput, submissionsPage, submissionView } from "./schema";

export const servicesRouter = router({
  /** Takes in an application for admission. */
  submit: publicProcedure
    .input(submissionInput)
    .output(submissionView)
    .mutation(({ input }) => addSubmission(input)),

  /** The applications, newest first. */
  list: adminProcedure
    .input(listSubmissionsInput)
    .output(submissionsPage)
    .query(({ input }) => listSubmissions(input)),
});
