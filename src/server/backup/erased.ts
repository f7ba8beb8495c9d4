import "server-only";
import { appendFile, readFile } from "node:fs/promises";
import { join } from "node:path";
import { env } from "@/env";
import { db, transaction } from "../db";
import { log } from "../log";

// Beside the database, so that a restore of an older one cannot forget it. One id of an account a line, and nothing else.
const path = () => join(/*turbopackIgnore: true*/ env().DATA_DIR, "erased.log");

const id = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

async function erasedIds(): Promise<string[]> {
  const text = await readFile(/*turbopackIgnore: true*/ path(), "utf8").catch((error: unknown) => {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return "";
    throw error;
  });
  return [...new Set(text.split("\n").filter((line) => id.test(line)))];
}

async function append(ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  // A line that a crash cut short ends here.
  const lines = `\n${ids.join("\n")}\n`;
  await appendFile(/*turbopackIgnore: true*/ path(), lines, { mode: 0o600, flush: true });
}

/** Writes down that an account was erased at its owner's wish, so that no restore brings it back. */
export async function noteErased(userId: string): Promise<void> {
  // Where this fails, the next start does it from the audit trail.
  await append([userId]).catch((error: unknown) => log().error({ error }, "erased.log"));
}

/**
 * Erases once more the accounts that a restored backup has brought back, and completes the list of them. Answers how many
 * had come back.
 */
export async function eraseAgain(): Promise<number> {
  const told = await db().auditEvent.findMany({
    where: { action: { in: ["account-deleted", "person-erased"] } },
    select: { subjectId: true },
  });
  const known = new Set(await erasedIds());
  const missing = told.flatMap(({ subjectId }) => (subjectId && !known.has(subjectId) ? subjectId : []));
  await append(missing);
  const ids = [...known, ...missing];
  let erased = 0;
  for (let start = 0; start < ids.length; start += 1000) {
    const where = { id: { in: ids.slice(start, start + 1000) } };
    const back = await db().user.findMany({ where, select: { id: true, email: true } });
    for (const person of back) await erase(person);
    erased += back.length;
  }
  return erased;
}

/** As the person's own wish did it: some mails were ordered for the address alone. */
async function erase(person: { id: string; email: string | null }): Promise<void> {
  const byAddress = person.email === null ? [] : [{ recipient: person.email, kind: "resetPassword" }];
  await transaction(async (tx) => {
    await tx.mail.deleteMany({ where: { OR: [{ userId: person.id }, ...byAddress] } });
    await tx.user.deleteMany({ where: { id: person.id } });
  });
}
