import "server-only";
import { z } from "zod";
import { institute } from "@/content/institute";
import { tableView } from "@/lib/fields";
import { recordNow } from "@/server/audit/audit";
import { allow, publicProcedure, router } from "@/server/trpc/trpc";
import { listForTable } from "./data";
import { addMessage } from "./mutations";
import { inboxProcedures } from "./router-inbox";
import { actions, messagesCsv } from "./rules";
import { messageForm } from "./schema";

/** Maximum number of exported rows: more than any institute gets in a year, and older rows are purged. */
const mostExported = 20_000;

export const inquiriesRouter = router({
  /** Accepts a message from the contact page. */
  sendMessage: publicProcedure
    .input(messageForm)
    .output(z.null())
    .mutation(async ({ ctx, input }) => {
      await addMessage(input, ctx.address);
      return null;
    }),

  /** The messages as a table; each export is audited. */
  exportMessages: allow(actions.read)
    .output(tableView)
    .mutation(async ({ ctx }) => {
      const items = await listForTable(mostExported);
      const detail = { count: items.length };
      await recordNow({ action: "messages-exported", by: ctx.principal, detail, address: ctx.address });
      return { csv: messagesCsv(items, institute.timeZone) };
    }),

  ...inboxProcedures,
});
