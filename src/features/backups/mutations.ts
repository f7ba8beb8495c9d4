import "server-only";
import { z } from "zod";
import { env } from "@/env";
import { requireBothSteps } from "@/features/auth/data-passwords";
import { AppError, fieldError } from "@/lib/errors";
import type { Principal } from "@/lib/principal";
import { codeOf } from "@/lib/start-error";
import { recordNow } from "@/server/audit/audit";
import { isEasyToGuess } from "@/server/auth/common-passwords";
import { keyFor, seal, unseal } from "@/server/auth/seal";
import { completeness, recordBackup } from "@/server/backup/last";
import { archiveName, BackupUnderWay, writeBackup } from "@/server/backup/make";
import { type Resealed, reseal } from "@/server/backup/reseal";
import { connectionInUse, transaction } from "@/server/db/client";
import { requireDiskSpaceFor, unfinishedPath } from "@/server/files/disk";
import { diskFull } from "@/server/files/save";
import type { Origin } from "@/server/rate-limits/login-attempts";
import { consume } from "@/server/rate-limits/rate-limit";
import { findResult, newResultKey, pathOfResult } from "@/server/tasks/results";
import { type RunningTask, startTask, TaskPostponed, type TaskResult } from "@/server/tasks/tasks";
import { getBackups, kind } from "./data";
import { say } from "./messages";
import { downloadLimit, ticketLength, ticketLimit } from "./rules";
import type { DownloadInput } from "./schema";

const type = "application/zip";

/** The stored archive is encrypted with a passphrase that nobody knows, but that the server can derive. */
const ownPassphrase = (key: string) => keyFor(`backup ${key}`, 32).toString("base64");

const ticketKey = () => keyFor("downloads of backups", 32);

const ticket = z.object({
  id: z.string(),
  userId: z.string(),
  sessionId: z.string(),
  passphrase: z.string(),
  until: z.number(),
});

/** Starts a backup, unless the caller already has one running. Returns the id of the task. */
export async function startBackup(by: Principal, now: Date): Promise<string> {
  const { taskId } = await getBackups(by, now);
  return taskId ?? transaction((tx) => startTask(tx, { kind, input: {} }, by));
}

/** Makes an encrypted backup for the person who started the task. */
export async function makeForOffice(task: RunningTask): Promise<TaskResult> {
  const [key, now] = [newResultKey(), new Date()];
  const path = await unfinishedPath(key);
  const source = {
    connection: connectionInUse(),
    dataDir: env().DATA_DIR,
    withSecret: !env().NEXTAUTH_SECRET,
    async progress(done: number, total: number) {
      // PostgreSQL may write to the same disk.
      await requireDiskSpaceFor(0);
      await task.progress(done, total);
    },
  };
  const { bytes: size } = await writeBackup(path, ownPassphrase(key), source, now).catch((error: unknown) => {
    if (error instanceof BackupUnderWay) throw new TaskPostponed();
    throw ["ENOSPC", "EDQUOT"].includes(codeOf(error) ?? "") ? diskFull() : error;
  });
  await recordNow({ action: "backup-made", by: task.by, subjectId: task.id });
  return { name: archiveName(now), type, key, size };
}

/**
 * Authorises a download by the person who made the backup, after both login steps. The ticket contains the passphrase,
 * encrypted; it is not stored.
 * @throws AppError
 */
export async function allowDownload(input: DownloadInput, by: Principal, origin: Origin, now: Date): Promise<string> {
  const { id, passphrase } = input;
  if (await isEasyToGuess(passphrase, [by.name, by.email, by.username])) throw fieldError("passphrase", say("tooEasy"));
  await consume(downloadLimit, by.userId);
  await requireMade(id, by, now);
  await requireBothSteps(input, by, origin, now);
  const { userId, sessionId } = by;
  const text = JSON.stringify({ id, userId, sessionId, passphrase, until: now.getTime() + ticketLength });
  return Buffer.from(seal(text, ticketKey())).toString("base64url");
}

async function requireMade(id: string, by: Principal, now: Date) {
  const made = await findResult(by.userId, id, now);
  if (made.kind !== kind) throw new AppError("NOT_FOUND", say("ticketGone"));
  return made;
}

/** Redeems a ticket in the session that requested it. @throws AppError GONE, TOO_MANY_REQUESTS */
export async function beginDownload(text: string, by: Principal, { address }: Origin, now: Date) {
  await consume(ticketLimit, by.userId);
  const open = unsealed(text);
  const isGood = open && open.userId === by.userId && open.sessionId === by.sessionId && open.until > now.getTime();
  if (!isGood) throw new AppError("GONE", say("ticketGone"));
  const { key, name } = await requireMade(open.id, by, now);
  await recordNow({ action: "backup-downloaded", by, subjectId: open.id, address });
  return { key, name, passphrase: open.passphrase };
}

function unsealed(text: string) {
  const bytes = Buffer.from(text, "base64url");
  const open = bytes.length > 28 ? unseal(bytes, ticketKey()) : null;
  return open === null ? null : ticket.parse(JSON.parse(open));
}

/** The archive as a stream, re-encrypted with the downloader's passphrase; once complete, it counts as a backup. */
export async function sendBackup(key: string, passphrase: string): Promise<Pick<Resealed, "content" | "bytes">> {
  const { content, bytes, at, missing } = await reseal(await pathOfResult(key), ownPassphrase(key), passphrase);
  const made = { at, bytes, how: "office", ...completeness(missing) } as const;
  content.once("end", () => void recordBackup(env().DATA_DIR, made).catch(() => {}));
  return { content, bytes };
}
