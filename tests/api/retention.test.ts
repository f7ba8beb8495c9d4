import { beforeEach, expect, it, vi } from "vitest";
import { forgetOld } from "@/api/jobs";
import { db } from "@/server/db";
import { log } from "@/server/log";
import { expiredTokenFor, result, student, submission, tokenFor } from "../factories";
import { resetDatabase } from "../setup/database";

const day = 24 * 60 * 60 * 1000;
const ago = (days: number) => new Date(Date.now() - days * day);

beforeEach(async () => {
  await resetDatabase();
  vi.spyOn(log(), "info").mockImplementation(() => {});
});

const message = { name: "Mohan Das", email: "das@example.org", message: "May we visit?" };
const mail = (event: string, createdAt: Date, state: "sent" | "waiting") => ({
  ...{ event, createdAt, state, kind: "resultAdded", recipient: "asha@example.org", about: {} },
  sentAt: state === "sent" ? createdAt : null,
});

it("keeps everything for as long as the privacy policy says, and no longer", async () => {
  const asha = await student();
  await Promise.all([tokenFor(asha), expiredTokenFor(asha), result(asha, { createdAt: ago(4000) })]);
  const token = (usedAt: Date) => ({ userId: asha.id, tokenHash: new Uint8Array(32).fill(usedAt.getTime() % 251) });
  await db().session.create({ data: { ...token(ago(31)), createdAt: ago(40), expiresAt: ago(31) } });
  await db().session.create({
    data: { ...token(ago(32)), createdAt: ago(40), expiresAt: ago(-1), revokedAt: ago(32) },
  });
  for (const createdAt of [ago(364), ago(366)]) {
    await submission({ createdAt });
    await db().contactMessage.create({ data: { ...message, createdAt } });
  }
  await db().mail.createMany({
    data: [mail("a", ago(364), "sent"), mail("b", ago(366), "sent"), mail("c", ago(366), "waiting")],
  });
  await db().auditEvent.createMany({ data: [ago(364), ago(367)].map((at) => ({ action: "login", at })) });

  await forgetOld(new Date());
  const left = [db().session, db().submission, db().contactMessage, db().mail, db().auditEvent, db().result];
  const counts = await Promise.all(left.map((things) => (things.count as () => Promise<number>)()));
  expect(counts).toEqual([2, 1, 1, 2, 1, 1]);
});

it("names nobody in the log", async () => {
  await submission({ createdAt: ago(366) });
  await forgetOld(new Date());
  expect(log().info).toHaveBeenCalledWith(expect.objectContaining({ forms: 1 }), expect.any(String));
  expect(JSON.stringify(vi.mocked(log().info).mock.calls)).not.toMatch(/Kiran|Das|example/);
});
