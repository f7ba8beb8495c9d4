import "server-only";
import { z } from "zod";

/** List of all parts, written last. */
export const manifestName = "manifest.json";
/** Salt of the encryption key; the only part that is not encrypted. */
export const saltName = "salt";
export const secretName = "secrets/nextauth";

export const tableName = (table: string) => `tables/${table}.copy.gz`;
export const fileName = (key: string) => `files/${key}`;

const part = z.object({ bytes: z.int(), sha256: z.string() });

export type Part = z.infer<typeof part>;

export const manifest = z.object({
  format: z.literal(1),
  product: z.literal("lyceum"),
  at: z.iso.datetime(),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()), rows: z.int() })),
  /** Keys of files that were deleted after the snapshot. */
  gone: z.array(z.string()),
  /** Keys of published files that were lost before the snapshot. */
  missing: z.array(z.string()).default([]),
  parts: z.record(z.string(), part),
});

export type Manifest = z.infer<typeof manifest>;
