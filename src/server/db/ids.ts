import "server-only";
import { randomBytes } from "node:crypto";
import { v7 } from "uuid";

/** Creates `count` ascending ids (UUID v7). One call for all random bytes, which is the slow part. */
export function newIds(count: number): string[] {
  const [bytes, msecs] = [randomBytes(16 * count), Date.now()];
  return Array.from({ length: count }, (_, seq) => v7({ random: bytes.subarray(16 * seq, 16 * seq + 16), msecs, seq }));
}
