import "server-only";
import { randomBytes } from "node:crypto";
import { v7 } from "uuid";

/** So many new ids in the order of their making (UUID v7); randomness is asked for once, which is what takes the time. */
export function newIds(count: number): string[] {
  const [bytes, msecs] = [randomBytes(16 * count), Date.now()];
  return Array.from({ length: count }, (_, seq) => v7({ random: bytes.subarray(16 * seq, 16 * seq + 16), msecs, seq }));
}
