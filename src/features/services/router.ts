import "server-only";
import { z } from "zod";
import type { Principal } from "@/lib/principal";
import { recordNow } from "@/server/audit";
import { adminProcedure, publicProcedure, router } from "@/server/trpc";
import { countNewSubmissions, listMessages, listSubmissions } from "./data";
import { addMessage, addSubmission, markOpened } from "./mutations";
import { messagesCsv, submissionsCsv } from "./rules";
import {
  listMessagesInput,
  listSubmissionsInput,
  messageForm,
  messagesPage,
  submissionForm,
  submissionIdInput,
  submissionsPage,
  submittedView,
  tableView,
} from "./schema";

/** More than a year of any institute's: what is older is forgotten. */
const mostExported = 20_000;

/** Notes in the trail that personal data were read; who looks at an empty list has read none. */
async function recordReading(action: "submissions-read" | "messages-read", by: Principal, count: number) {
  if (count > 0) await recordNow({ action, by, detail: { count } });
}

export const servicesRouter = router({
  /** Takes in an application for admission. */
  submit: publicProcedure
    .input(submissionForm)
    .output(submittedView)
    .mutation(({ ctx, input }) => addSubmission(input, ctx.address)),

  /** The applications, newest first; each reading goes on record. */
  list: adminProcedure
    .input(listSubmissionsInput)
    .output(submissionsPage)
    .query(async ({ ctx, input }) => {
      const page = await listSubmissions(input);
      await recordReading("submissions-read", ctx.principal, page.items.length);
      return page;
    }),

  /** How many applications nobody has opened yet. */
  countNew: adminProcedure.output(z.number()).query(countNewSubmissions),

  /** Notes that an application was opened. */
  markOpened: adminProcedure
    .input(submissionIdInput)
    .output(z.null())
    .mutation(async ({ input }) => {
      await markOpened(input.id);
      return null;
    }),

  /** The applications as a table; it goes on record who took it. */
  exportSubmissions: adminProcedure.output(tableView).mutation(async ({ ctx }) => {
    const { items } = await listSubmissions({ limit: mostExported });
    const detail = { count: items.length };
    await recordNow({ action: "submissions-exported", by: ctx.principal, detail, address: ctx.address });
    return { csv: submissionsCsv(items) };
  }),

  /** The messages as a table; it goes on record who took it. */
  exportMessages: adminProcedure.output(tableView).mutation(async ({ ctx }) => {
    const { items } = await listMessages({ limit: mostExported });
    const detail = { count: items.length };
    await recordNow({ action: "messages-exported", by: ctx.principal, detail, address: ctx.address });
    return { csv: messagesCsv(items) };
  }),

  /** Takes in what a visitor wrote on the contact page. */
  sendMessage: publicProcedure
    .input(messageForm)
    .output(z.null())
    .mutation(async ({ ctx, input }) => {
      await addMessage(input, ctx.address);
      return null;
    }),

  /** What visitors wrote, newest first; each reading goes on record. */
  listMessages: adminProcedure
    .input(listMessagesInput)
    .output(messagesPage)
    .query(async ({ ctx, input }) => {
      const page = await listMessages(input);
      await recordReading("messages-read", ctx.principal, page.items.length);
      return page;
    }),
});
