import { z } from "zod";
import { placeView } from "./schema";

/** What can speak against a place. */
const warningCodes = [
  "overlap",
  "two-that-day",
  "four-that-week",
  "closed-day",
  "half-day",
  "no-working-day",
  "short-notice",
  "past",
] as const;

export const warningView = z.object({
  code: z.enum(warningCodes),
  /** The tests that it is about. */
  tests: z.array(placeView.extend({ _id: z.string(), subject: z.string() })),
  /** What the closed days are called. */
  name: z.string().nullable(),
});

export type Warning = z.infer<typeof warningView>;

/** What speaks against a place; `fingerprint` confirms just that, and is empty where nothing does. */
export const checkView = z.object({ warnings: z.array(warningView), fingerprint: z.string() });

export type CheckView = z.infer<typeof checkView>;
