import { z } from "zod";
import { idField, momentView } from "@/lib/fields";

export const taskIdInput = z.strictObject({ id: idField });

export const taskView = z.object({
  _id: z.string(),
  kind: z.string(),
  words: z.string(),
  /** The page that shows the result. */
  href: z.string().nullable(),
  state: z.enum(["waiting", "running", "done", "failed", "cancelled"]),
  done: z.int(),
  /** 0 while the total is unknown. */
  total: z.int(),
  fault: z.string().nullable(),
  createdAt: momentView,
  endedAt: momentView.nullable(),
  /** Expiry of the result file. */
  resultUntil: momentView.nullable(),
  /** True if the file can only be downloaded on that page. */
  takenThere: z.boolean(),
});

export type TaskView = z.infer<typeof taskView>;

export const tasksView = z.object({ items: z.array(taskView) });
