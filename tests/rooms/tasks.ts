import { db } from "@/server/db/client";
import { keepResult } from "@/server/tasks/results";
import { office, type Permission } from "../harness/callers";

async function taskOf(state: "waiting" | "done"): Promise<{ id: string }> {
  const { id: createdById } = await db().user.findFirstOrThrow({ where: { role: "admin" } });
  const ends = state === "done" ? { endedAt: new Date() } : {};
  const { id } = await db().backgroundTask.create({ data: { kind: "none", state, input: {}, createdById, ...ends } });
  if (state === "done") {
    const uploadKey = await keepResult(id, { name: "a.pdf", type: "application/pdf", bytes: Buffer.from("a") });
    await db().backgroundTask.update({
      where: { id },
      data: { uploadKey, resultUntil: new Date(Date.now() + 3_600_000) },
    });
  }
  return { id };
}

const own = { ...office, office: "NOT_FOUND", why: "The task is the administrator's." } as const;

export const procedures = {
  "tasks.list": { ...office, readOnly: true },
  "tasks.get": { ...own, input: () => taskOf("waiting"), readOnly: true },
  "tasks.cancel": { ...own, input: () => taskOf("waiting") },
  "tasks.takeResult": { ...own, input: () => taskOf("done") },
} satisfies Record<string, Permission>;
