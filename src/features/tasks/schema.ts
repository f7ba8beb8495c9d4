import { z } from "zod";
import { idField, momentView } from "@/lib/fields";

export const taskIdInput = z.strictObject({ id: idField });

export const taskView = z.object({
  _id: z.string(),
  kind: z.string(),
  words: z.string(),
  /** The page where its outcome is seen. */
  href: z.string().nullable(),
  state: z.enum(["waiting", "running", "done", "failed", "cancelled"]),
  done: z.int(),
  /** 0 while the end cannot be told. */
  total: z.int(),
  fault: z.string().nullable(),
  createdAt: momentView,
  endedAt: momentView.nullable(),
  /** Until when the file that came out of it can be taken. */
  resultUntil: momentView.nullable(),
  /** The file is taken on that page alone. */
  takenThere: z.boolean(),
});

export type TaskView = z.infer<typeof taskView>;

export const tasksView = z.object({ items: z.array(taskView) });

export const taskResultView = z.object({ name: z.string(), type: z.string(), base64: z.string() });
