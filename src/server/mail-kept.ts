import "server-only";
import { env } from "@/env";
import { db } from "./db";
import { type KeptMail, listKeptMails, mailKeptAt, removeKeptMail } from "./mail-folder";

/** Deletes the files of mails whose orders are gone, with the account they were for or with the years. */
export async function sweepMailFolder(): Promise<void> {
  const { DATA_DIR } = env();
  for (const some of pagesOf(await listKeptMails(DATA_DIR))) {
    const found = await db().mail.findMany({ where: { id: { in: some.map(({ id }) => id) } }, select: { id: true } });
    const known = new Set(found.map(({ id }) => id));
    for (const { id, name } of some) if (!known.has(id)) await removeKeptMail(DATA_DIR, name);
  }
}

/**
 * Says of mails of an earlier version, which called everything sent, that they were kept as a file: the file was written
 * when the mail is said to have been sent. Answers how many there were.
 */
export async function markKeptMails(): Promise<number> {
  const { DATA_DIR } = env();
  let marked = 0;
  for (const some of pagesOf(await listKeptMails(DATA_DIR))) {
    const nameOf = new Map(some.map(({ id, name }) => [id, name]));
    const sent = await db().mail.findMany({
      where: { id: { in: [...nameOf.keys()] }, state: "sent" },
      select: { id: true, sentAt: true },
    });
    for (const { id, sentAt } of sent) {
      const keptAt = await mailKeptAt(DATA_DIR, nameOf.get(id) ?? "");
      if (!keptAt || !sentAt || Math.abs(keptAt.getTime() - sentAt.getTime()) > minute) continue;
      const where = { id, state: "sent", sentAt } as const;
      marked += (await db().mail.updateMany({ where, data: { state: "kept", sentAt: null } })).count;
    }
  }
  return marked;
}

const minute = 60_000;

function pagesOf(mails: KeptMail[]): KeptMail[][] {
  const pages = Math.ceil(mails.length / 1000);
  return Array.from({ length: pages }, (_, page) => mails.slice(page * 1000, (page + 1) * 1000));
}
