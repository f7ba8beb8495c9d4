import "server-only";
import { allow, router } from "@/server/trpc/trpc";
import { getBackups } from "./data";
import { allowDownload, beginDownload, startBackup } from "./mutations";
import { actions } from "./rules";
import * as schema from "./schema";

export const backupsRouter = router({
  /** The last backups, and what the caller has made and can download. */
  get: allow(actions.manage)
    .output(schema.backupsView)
    .query(({ ctx }) => getBackups(ctx.principal, new Date())),

  /** Starts to make a backup. */
  make: allow(actions.manage)
    .output(schema.startedView)
    .mutation(async ({ ctx }) => ({ taskId: await startBackup(ctx.principal, new Date()) })),

  /** Lets a download begin, after both steps of the login. */
  download: allow(actions.manage)
    .input(schema.downloadInput)
    .output(schema.ticketView)
    .mutation(async ({ ctx, input }) => ({ ticket: await allowDownload(input, ctx.principal, ctx, new Date()) })),

  /** Begins the download; the door that calls this sends the bytes. */
  begin: allow(actions.manage)
    .input(schema.ticketInput)
    .output(schema.openedView)
    .mutation(({ ctx, input }) => beginDownload(input.ticket, ctx.principal, ctx, new Date())),
});
