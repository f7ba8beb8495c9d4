import { z } from "zod";
import { momentView } from "@/lib/fields";
import { mailOutage } from "./schema";

const sentOfDay = z.object({ sent: z.number(), most: z.number() });

/** The status of the product for its operator. Sizes are in bytes. */
export const statusView = z.object({
  at: momentView,
  product: z.object({ version: z.string(), node: z.string(), since: momentView }),
  database: z.object({
    isEmbedded: z.boolean(),
    version: z.string(),
    bytes: z.number(),
    migrations: z.number(),
    milliseconds: z.number(),
  }),
  storage: z.object({
    isEmbedded: z.boolean(),
    /** Whether new files can only be opened through the site. */
    isPrivate: z.boolean(),
    /** Whether UploadThing's cloud cannot call the site back. */
    lacksCallback: z.boolean(),
    files: z.number(),
    bytes: z.number(),
    /** Whether the data folder has none of the files that the database knows. */
    isLost: z.boolean(),
    /** The disk with the data folder; null if the system does not report it. */
    freeBytes: z.number().nullable(),
    diskBytes: z.number().nullable(),
  }),
  mail: z.object({
    isConfigured: z.boolean(),
    /** Whether links in emails lead to the server's own address, which nobody else can open. */
    hasLocalLinks: z.boolean(),
    waiting: z.number(),
    failed: z.number(),
    kept: z.number(),
    held: z.number(),
    outage: mailOutage.nullable(),
    lastSentAt: momentView.nullable(),
  }),
  /** `isLate` while no scheduled work is done. */
  jobs: z.object({ waiting: z.number(), failed: z.number(), isLate: z.boolean() }),
  trail: z.object({
    links: z.number(),
    /** Events that are not in the chain after ten minutes. */
    late: z.number(),
    fault: z.string().nullable(),
  }),
  /** The public forms, counted per day since the first one. */
  forms: z.object({ applications: sentOfDay, messages: sentOfDay }),
  /** The last backup, successful or not, and how many files it lacks. */
  backup: z.object({ at: momentView, bytes: z.number(), ok: z.boolean(), missing: z.int().optional() }).nullable(),
  /** Whether a backup is made each night. */
  isNightly: z.boolean(),
});

export type StatusView = z.infer<typeof statusView>;

/** The number beside the link to the status. */
export const faultsView = z.number();
