import "server-only";
import { z } from "zod";
import { institute } from "@/content/institute";
import { tableView } from "@/lib/fields";
import { recordNow, recordReading } from "@/server/audit/audit";
import { allow, publicProcedure, router } from "@/server/trpc/trpc";
import { listMessages } from "./data";
import { addMessage } from "./mutations";
import { inboxProcedures } from "./router-inbox";
import { actions, messagesCsv } from "./rules";
import { listMessagesInput, messageForm, messagesPage } from "./schema";

/** Export limit: more than a year of any institute's, and older rows are purged. */
const mostExported = 20_000;

export const inquiriesRouter = router({
  /** Takes in what a visitor wrote on the contact page. */
  sendMessage: publicProcedure
    .input(messageForm)
    .output(z.null())
    .mutation(async ({ ctx, input }) => {
      await addMessage(input, ctx.address);
      return null;
    }),

  /** What visitors wrote, newest first; each reading goes on record. */
  listMessages: allow(actions.read)
    .input(listMessagesInput)
    .output(messagesPage)
    .query(async ({ ctx, input }) => {
      const page = await listMessages(input);
      await recordReading("messages-read", ctx.principal, page.items.length);
      return page;
    }),

  /** The messages as a table; it goes on record who took it. */
  exportMessages: allow(actions.read)
    .output(tableView)
    .mutation(async ({ ctx }) => {
      const { items } = await listMessages({ limit: mostExported });
      const detail = { count: items.length };
      await recordNow({ action: "messages-exported", by: ctx.principal, detail, address: ctx.address });
      return { csv: messagesCsv(items, institute.timeZone) };
    }),

  ...inboxProcedures,
});
