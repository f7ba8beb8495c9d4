import { z } from "zod";
import { momentView } from "@/lib/fields";
import { placeView } from "./schema";
import { warningView } from "./schema-warnings";

export const valuesView = z
  .object({
    ...placeView.shape,
    className: z.number(),
    sections: z.array(z.string()),
    subject: z.string(),
    minutes: z.number().nullable(),
    room: z.string().nullable(),
    description: z.string().nullable(),
    isHidden: z.boolean(),
  })
  .partial();

export type Values = z.infer<typeof valuesView>;

/** A step in the history of a test. */
export const changeView = z.object({
  at: momentView,
  by: z.string().nullable(),
  kind: z.enum(["announced", "moved", "edited", "cancelled", "restored"]),
  before: valuesView,
  after: valuesView,
  reason: z.string().nullable(),
  warnings: z.array(warningView),
  confirmed: z.boolean().describe("Whether warnings were confirmed"),
});

export type ChangeView = z.infer<typeof changeView>;
