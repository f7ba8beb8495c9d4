import "server-only";
import { startedView } from "@/lib/fields";
import { allow, router } from "@/server/trpc/trpc";
import { getBackups } from "./data";
import { allowDownload, beginDownload, startBackup } from "./mutations";
import { actions } from "./rules";
import * as schema from "./schema";

export const backupsRouter = router({
  /** The last backups, and the caller's backup that can be downloaded. */
  get: allow(actions.manage)
    .output(schema.backupsView)
    .query(({ ctx }) => getBackups(ctx.principal, new Date())),

  /** Starts a backup. */
  make: allow(actions.manage)
    .output(startedView)
    .mutation(async ({ ctx }) => ({ taskId: await startBackup(ctx.principal, new Date()) })),

  /** Authorises a download, after both login steps. */
  download: allow(actions.manage)
    .input(schema.downloadInput)
    .output(schema.ticketView)
    .mutation(async ({ ctx, input }) => ({ ticket: await allowDownload(input, ctx.principal, ctx, new Date()) })),

  /** Redeems the ticket; the REST route that calls this sends the bytes. */
  begin: allow(actions.manage)
    .input(schema.ticketInput)
    .output(schema.openedView)
    .mutation(({ ctx, input }) => beginDownload(input.ticket, ctx.principal, ctx, new Date())),
});
