import { z } from "zod";
import { placeView } from "./schema";

/** The kinds of warnings. */
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
  tests: z
    .array(placeView.extend({ _id: z.string(), subject: z.string() }))
    .describe("The other tests that the warning concerns"),
  name: z.string().nullable().describe("The name of the closed days"),
});

export type Warning = z.infer<typeof warningView>;

/** The warnings about a place; `fingerprint` confirms exactly these, and is empty for none. */
export const checkView = z.object({ warnings: z.array(warningView), fingerprint: z.string() });

export type CheckView = z.infer<typeof checkView>;
