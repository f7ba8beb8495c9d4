import { randomBytes } from "node:crypto";
import { putFiles } from "@/server/files/disk";
import { reserveOwned } from "@/server/files/records";
import type { Caller } from "../factories";
import { pdfFile } from "./documents";

/** A notice to Class 7 A. */
export const toClass7A = {
  title: "Reading week",
  text: "Bring a book.\n\n- Any book",
  audience: [{ kind: "class" as const, className: 7, section: "A" }],
};

export type NoticeGiven = Parameters<Caller["notices"]["add"]>[0];

export async function seenNotice({ notices }: Caller, id: string) {
  return { id, rowVersion: (await notices.get({ id })).rowVersion };
}

export async function published(office: Caller, given: Partial<NoticeGiven> = {}) {
  const { _id: id, rowVersion } = await office.notices.add({ ...toClass7A, ...given });
  await office.notices.publish({ id, rowVersion });
  return { id, rowVersion: rowVersion + 1 };
}

export async function arrivedFile(id: string, bytes?: Buffer): Promise<{ id: string; key: string }> {
  const file = bytes ?? (await pdfFile());
  const key = randomBytes(24).toString("hex");
  await reserveOwned(key, "notice", id, { name: "list.pdf", type: "application/pdf", size: file.length });
  await putFiles([{ key, bytes: file }]);
  return { id, key };
}
