import { db } from "@/server/db/client";
import { keepResult } from "@/server/tasks/results";
import { administrator, type Permission, type World } from "../harness/callers";

/** A backup that the administrator has made. */
async function made({ password }: World) {
  const { id: createdById } = await db().user.findFirstOrThrow({ where: { role: "admin" } });
  const task = { kind: "backup", state: "done", input: {}, createdById, endedAt: new Date() } as const;
  const { id } = await db().backgroundTask.create({ data: task });
  const uploadKey = await keepResult(id, { name: "a.zip", type: "application/zip", bytes: Buffer.from("a") });
  await db().backgroundTask.update({
    where: { id },
    data: { uploadKey, resultUntil: new Date(Date.now() + 3_600_000) },
  });
  return { id, password, passphrase: "lantern gravel orbit" };
}

export const procedures = {
  "backups.get": { ...administrator, readOnly: true },
  "backups.make": { ...administrator },
  "backups.download": { ...administrator, input: made },
  "backups.begin": {
    ...administrator,
    input: async (world) => world.admin.backups.download(await made(world)),
  },
} satisfies Record<string, Permission>;
