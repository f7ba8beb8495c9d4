import "server-only";
import { institute } from "@/content/institute";
import { tableView } from "@/lib/fields";
import { recordNow } from "@/server/audit/audit";
import { onceForVisitor } from "@/server/rest/once-for-form";
import { allow, nothing, publicProcedure, router } from "@/server/trpc/trpc";
import { listForTable } from "./data";
import { addMessage } from "./mutations";
import { inboxProcedures } from "./router-inbox";
import { actions, messagesCsv } from "./rules";
import { messageForm } from "./schema";
import { exportMessagesInput } from "./schema-inbox";

/** Maximum number of exported rows: more than any institute gets in a year, and older rows are purged. */
const mostExported = 20_000;

export const inquiriesRouter = router({
  /** Accepts a message from the contact page. */
  sendMessage: publicProcedure
    .input(messageForm)
    .output(nothing)
    .mutation(({ ctx, input }) => onceForVisitor("sendMessage", input, (message) => addMessage(message, ctx.address))),

  /** The messages of a view, or all, as a table; each export is audited. */
  exportMessages: allow(actions.read)
    .input(exportMessagesInput)
    .output(tableView)
    .mutation(async ({ ctx, input }) => {
      const items = await listForTable(input.view, mostExported);
      const detail = { count: items.length };
      await recordNow({ action: "messages-exported", by: ctx.principal, detail, address: ctx.address });
      return { csv: messagesCsv(items, institute.timeZone) };
    }),

  ...inboxProcedures,
});
