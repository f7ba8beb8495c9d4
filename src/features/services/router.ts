import "server-only";
import { z } from "zod";
import { adminProcedure, publicProcedure, router } from "@/server/trpc";
import { listMessages, listSubmissions } from "./data";
import { addMessage, addSubmission } from "./mutations";
import {
  listMessagesInput,
  listSubmissionsInput,
  messageInput,
  messagesPage,
  submissionInput,
  submissionsPage,
  submissionView,
} from "./schema";

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

  /** Takes in what a visitor wrote on the contact page. */
  sendMessage: publicProcedure
    .input(messageInput)
    .output(z.null())
    .mutation(async ({ input }) => {
      await addMessage(input);
      return null;
    }),

  /** What visitors wrote, newest first. */
  listMessages: adminProcedure
    .input(listMessagesInput)
    .output(messagesPage)
    .query(({ input }) => listMessages(input)),
});
