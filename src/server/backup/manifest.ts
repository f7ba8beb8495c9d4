import "server-only";
import { z } from "zod";

/** The list of all parts, written last. */
export const manifestName = "manifest.json";
/** The salt of a sealed archive's key, the one part that is not sealed. */
export const saltName = "salt";
/** The generated secret that seals cookies. */
export const secretName = "secrets/nextauth";

export const tableName = (table: string) => `tables/${table}.copy.gz`;
export const fileName = (key: string) => `files/${key}`;

const part = z.object({ bytes: z.int(), sha256: z.string() });

/** A part as it lies in the archive. */
export type Part = z.infer<typeof part>;

/** What an archive says of itself. */
export const manifest = z.object({
  format: z.literal(1),
  product: z.literal("lyceum"),
  /** When its snapshot was taken. */
  at: z.iso.datetime(),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()), rows: z.int() })),
  /** Keys of files that were deleted between the snapshot and their turn. */
  gone: z.array(z.string()),
  parts: z.record(z.string(), part),
});

export type Manifest = z.infer<typeof manifest>;
