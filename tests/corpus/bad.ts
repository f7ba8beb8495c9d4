import type { ErrorCode } from "@/lib/errors";
import { zipFile } from "../harness/documents";

/** A file that must be refused, and how. */
export type Bad = {
  what: string;
  name: string;
  bytes: () => Buffer | Promise<Buffer>;
  code: ErrorCode;
  says: RegExp;
};

export type Row = [what: string, bytes: Bad["bytes"], code: ErrorCode, says: RegExp];

export function under(name: string, rows: Row[]): Bad[] {
  return rows.map(([what, bytes, code, says]) => ({ what, name, bytes, code, says }));
}

export const wrong = "UNSUPPORTED_MEDIA_TYPE";
export const broken = "UNPROCESSABLE_CONTENT";

export const latin = (text: string) => Buffer.from(text, "latin1");
export const joined = (...parts: Buffer[]) => Buffer.concat(parts);
export const half = (bytes: Buffer, share = 0.6) => bytes.subarray(0, Math.floor(bytes.length * share));
export const page = () => latin("<!doctype html><html><script>alert(1)</script></html>");
export const program = () => joined(latin("MZ\x90\0\x03"), Buffer.alloc(4000));
export const zip = () => zipFile([{ name: "notes.txt", text: "x" }]);
