import "server-only";
import { AppError } from "@/lib/errors";
import { record } from "@/server/audit/audit";
import { phonesHere } from "@/server/auth/login-names";
import { hashOfToken, newToken } from "@/server/auth/passwords";
import { db, type Transaction, transaction } from "@/server/db/client";
import { newIds } from "@/server/db/ids";
import { enqueueEmail, isMailConfigured } from "@/server/mail/outbox";
import { countAttempt, type Origin } from "@/server/rate-limits/login-attempts";
import { consume } from "@/server/rate-limits/rate-limit";
import { findByReference, goodToken } from "./data-family";
import { say as sayFamily } from "./messages-family";
import { say } from "./messages-refusals";
import { endWithdrawn, hold } from "./mutations-moves";
import { askLimits, familyWriteLimit, followLength, followLinkLimit } from "./rules-family";
import { refusalOf } from "./rules-moves";
import type { SubmissionState } from "./schema";
import type { ApplicationView } from "./schema-desk";
import type { AskInput } from "./schema-family";

/**
 * Enqueues the email with the link to an application. Whether the reference and the address match affects neither the
 * response nor its time; if they do not match, no email is composed. Without a mail server, the phone number opens the
 * application immediately. @returns the token of the session, if one was opened
 * @throws AppError TOO_MANY_REQUESTS, BAD_REQUEST, NOT_FOUND
 */
export async function askToFollow(input: AskInput, origin: Origin, now: Date): Promise<string | null> {
  const { reference, email, phone } = input;
  const isMailed = isMailConfigured();
  if (!isMailed && phone === undefined)
    throw new AppError("BAD_REQUEST", sayFamily("phoneWanted"), [
      { path: ["phone"], message: sayFamily("phoneWanted") },
    ]);
  const account = isMailed ? `${reference} ${email}` : reference;
  await countAttempt(askLimits, { account, side: "user", userId: undefined, origin });
  const found = await findByReference(reference);
  const isTheirs = found?.email === email;
  if (isMailed) {
    const [orderId = "", noId = ""] = newIds(2);
    const submissionId = found && isTheirs ? found.id : noId;
    await transaction((tx) =>
      enqueueEmail(tx, {
        kind: "admissionLink",
        event: `admissionLink:${orderId}`,
        recipient: email,
        rank: 0,
        about: { submissionId },
      }),
    );
    return null;
  }
  const [typed, known] = [phonesHere(phone ?? ""), phonesHere(found?.phone ?? "")];
  if (!found || !isTheirs || !typed.some((one) => known.includes(one)))
    throw new AppError("NOT_FOUND", sayFamily("noMatch"));
  return transaction((tx) => openSession(tx, found.id, origin, now));
}

/** Creates the link to an application when its email is sent, and invalidates earlier ones; a used one stays used. */
export async function makeLink(submissionId: string, now: Date, token = newToken()): Promise<string> {
  return transaction(async (tx) => {
    await tx.submissionToken.deleteMany({ where: { submissionId, kind: "link", usedAt: null } });
    return addToken(tx, submissionId, "link", now, token);
  });
}

async function addToken(
  tx: Transaction,
  submissionId: string,
  kind: "link" | "session",
  now: Date,
  token = newToken(),
): Promise<string> {
  const expiresAt = new Date(now.getTime() + followLength[kind]);
  const data = { submissionId, kind, tokenHash: hashOfToken(token), createdAt: now, expiresAt };
  await tx.submissionToken.createMany({ data, skipDuplicates: true });
  return token;
}

async function openSession(tx: Transaction, submissionId: string, { address }: Origin, now: Date): Promise<string> {
  await record(tx, { action: "submission-followed", by: null, subjectId: submissionId, address });
  return addToken(tx, submissionId, "session", now);
}

/**
 * Opens the application of an emailed link, which is valid once; an invalid link counts towards the limit of the network.
 * @returns the token of the session
 * @throws AppError BAD_REQUEST, TOO_MANY_REQUESTS
 */
export async function openFollowed(link: string, origin: Origin, now: Date): Promise<string> {
  const session = await transaction(async (tx) => {
    const where = goodToken(link, "link", now);
    const [used] = await tx.submissionToken.updateManyAndReturn({ where, data: { usedAt: now } });
    return used && openSession(tx, used.submissionId, origin, now);
  });
  if (session !== undefined) return session;
  if (origin.address !== undefined) await consume(followLinkLimit, origin.address);
  throw new AppError("BAD_REQUEST", sayFamily("linkDead"));
}

export async function stopFollowing(token: string): Promise<void> {
  await transaction((tx) =>
    tx.submissionToken.deleteMany({ where: { tokenHash: hashOfToken(token), kind: "session" } }),
  );
}

/** Stores a message of a family for the office. @throws AppError TOO_MANY_REQUESTS, NOT_FOUND */
export async function writeAsFamily(submissionId: string, text: string, now: Date): Promise<void> {
  await consume(familyWriteLimit, submissionId);
  await transaction(async (tx) => {
    if (!(await hold(tx, [submissionId])).has(submissionId)) throw new AppError("NOT_FOUND", say("notFound"));
    await tx.submissionMessage.create({ data: { submissionId, fromFamily: true, text, at: now } });
    await record(tx, { action: "family-wrote", by: null, subjectId: submissionId });
  });
}

/**
 * Changes the state on behalf of the family: withdraws the application or accepts an offer. For a merged application,
 * changes the other one.
 * @throws AppError NOT_FOUND, CONFLICT with the reason
 */
export async function moveAsFamily(
  submissionId: string,
  to: Extract<SubmissionState, "withdrawn" | "accepted">,
  now: Date,
) {
  const asked = await db().submission.findUnique({ where: { id: submissionId }, select: { mergedIntoId: true } });
  const id = asked?.mergedIntoId ?? submissionId;
  await transaction(async (tx) => {
    const held = await hold(tx, [...new Set([submissionId, id])]);
    const [own, row] = [held.get(submissionId), held.get(id)];
    if (!own || !row) throw new AppError("NOT_FOUND", say("notFound"));
    // A merge was made or undone concurrently.
    if ((own.mergedIntoId ?? own.id) !== id) throw new AppError("CONFLICT", sayFamily("needsMove"));
    const refusal = refusalOf(row.state, { to, by: "family", reason: null, visitAt: null });
    if (refusal) throw new AppError("CONFLICT", sayFamily("needsMove"));
    const rowVersion = { increment: 1 };
    await tx.submission.update({ where: { id }, data: { state: to, stateAt: now, rowVersion } });
    await tx.submissionEvent.create({
      data: { submissionId: id, at: now, byFamily: true, kind: "moved", fromState: row.state, toState: to },
    });
    await record(tx, { action: "family-moved", by: null, subjectId: id, detail: { state: to } });
    if (to === "withdrawn") await endWithdrawn(tx, [id]);
  });
}

/** Marks only the messages that the office was shown as read: the family may have written another one since. */
export async function markFamilyRead({ steps }: Pick<ApplicationView, "steps">, now: Date): Promise<void> {
  const shown = steps.filter(({ kind, fromFamily }) => kind === "message" && fromFamily).map(({ _id }) => _id);
  await transaction((tx) =>
    tx.submissionMessage.updateMany({ where: { id: { in: shown }, readAt: null }, data: { readAt: now } }),
  );
}

/** Deletes tokens that expired before `time`. Returns their number. */
export async function removeTokensEndedBefore(time: Date): Promise<number> {
  return transaction(async (tx) => {
    const { count } = await tx.submissionToken.deleteMany({ where: { expiresAt: { lt: time } } });
    return count;
  });
}
