import "server-only";
import { createHash, randomBytes } from "node:crypto";
import { hashOfToken } from "@/server/auth/passwords";
import { db } from "@/server/db/client";
import { deleteFromDisk, putFiles } from "@/server/files/disk";
import { completeManyOwned, forgetOwned, reserveManyOwned } from "@/server/files/records";
import type { ReportCard } from "@/server/generated/prisma/client";
import type { RunningTask } from "@/server/tasks/tasks";
import { readCardLogo, typesetCard } from "./data-card";
import { cardContent } from "./schema-content";

/** The media type of a card's file. */
export const pdfType = "application/pdf";

/** Number of cards stored in one batch while the next ones are typeset. */
const atOnce = 32;

/** Typesets the drafts without a file and stores the files. Stored files are never typeset again. */
export async function printDrafts(task: RunningTask, drafts: readonly ReportCard[], now: Date): Promise<void> {
  const left = drafts.filter(({ uploadKey }) => uploadKey === null);
  let done = drafts.length - left.length;
  await task.progress(done, drafts.length);
  const logo = await readCardLogo();
  const saveAndReport = async (printed: readonly Printed[]) => {
    if (printed.length === 0) return;
    await keep(printed);
    done += printed.length;
    await task.progress(done, drafts.length);
  };
  let printed: Printed[] = [];
  for (let start = 0; start < left.length; start += atOnce) {
    const some = left.slice(start, start + atOnce);
    const [next] = await Promise.all([Promise.all(some.map((card) => print(card, logo, now))), saveAndReport(printed)]);
    printed = next;
  }
  await saveAndReport(printed);
}

type Printed = Awaited<ReturnType<typeof print>>;

async function print({ id, number, content }: ReportCard, logo: Awaited<ReturnType<typeof readCardLogo>>, now: Date) {
  const token = randomBytes(16).toString("base64url");
  const { bytes, pages } = await typesetCard(cardContent.parse(content), { number, token }, logo, now);
  return { id, number, bytes, pages, key: randomBytes(24).toString("hex"), verifyHash: hashOfToken(token) };
}

/** The rows are written first, so that a crash leaves no file without a row. */
async function keep(printed: readonly Printed[]): Promise<void> {
  const files = printed.map(({ id, number, key, bytes: { byteLength: size } }) => ({
    key,
    ownerId: id,
    size,
    name: `report-card-${number}.pdf`,
    type: pdfType,
  }));
  await reserveManyOwned("card", files);
  await putFiles(printed);
  await completeManyOwned(printed.map(({ key }) => key));
  const kept = new Set(await note(printed));
  for (const { key } of printed) {
    if (kept.has(key)) continue;
    await deleteFromDisk(key);
    await forgetOwned(key, "card");
  }
}

/** Records the files of drafts that have none. Returns their keys; other drafts were erased or typeset by another run. */
async function note(printed: readonly Printed[]): Promise<string[]> {
  const rows = printed.map(({ id, key, pages, bytes, verifyHash }) => ({
    id,
    key,
    pages,
    sha256: createHash("sha256").update(bytes).digest("hex"),
    verifyHash: Buffer.from(verifyHash).toString("hex"),
  }));
  const noted = await db().$queryRaw<{ key: string }[]>`
    update report_cards c set upload_key = p.key, pages = p.pages, sha256 = decode(p.sha256, 'hex'),
      verify_hash = decode(p."verifyHash", 'hex')
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as p (id uuid, key text, pages smallint, sha256 text, "verifyHash" text)
    where c.id = p.id and c.state = 'draft' and c.upload_key is null
    returning p.key`;
  return noted.map(({ key }) => key);
}
