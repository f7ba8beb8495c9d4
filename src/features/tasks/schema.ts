import { z } from "zod";
import { idField, momentView } from "@/lib/fields";

export const taskIdInput = z.strictObject({ id: idField });

/** A task as every answer shows it. */
export const taskView = z.object({
  _id: z.string(),
  kind: z.string(),
  /** What it does, for a list. */
  words: z.string(),
  /** The page where its outcome is seen. */
  href: z.string().nullable(),
  state: z.enum(["waiting", "running", "done", "failed", "cancelled"]),
  done: z.int(),
  /** 0 while the end cannot be told. */
  total: z.int(),
  /** Why it failed. */
  fault: z.string().nullable(),
  createdAt: momentView,
  endedAt: momentView.nullable(),
  /** Until when the file that came out of it can be taken. */
  resultUntil: momentView.nullable(),
});

export type TaskView = z.infer<typeof taskView>;

export const tasksView = z.object({ items: z.array(taskView) });

/** A file that came out of a task. */
export const taskResultView = z.object({ name: z.string(), type: z.string(), base64: z.string() });
