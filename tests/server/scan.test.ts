import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { scanFile } from "@/server/files/inspection/scan";
import { log } from "@/server/observability/log";
import { classicPdf } from "../corpus/pdf";
import { refusalOf } from "../factories";
import { type ClamdOptions, eicar, startClamd } from "../harness/clamd";
import { scannedPdf } from "../harness/documents";

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "lyceum-scan-"));
});

afterAll(() => rm(folder, { recursive: true }));

async function fileOf(bytes: Buffer): Promise<string> {
  const path = join(folder, crypto.randomUUID());
  await writeFile(path, bytes);
  return path;
}

async function scan(bytes: Buffer, options?: ClamdOptions) {
  const clamd = await startClamd(options);
  try {
    await scanFile(await fileOf(bytes), clamd.url);
    return clamd.seen;
  } finally {
    await clamd.close();
  }
}

it("the virus scanner receives the whole file unchanged", async () => {
  const whole = scannedPdf(5_000_000);
  const [seen] = await scan(whole);
  expect(seen?.equals(whole)).toBe(true);
});

it("an infected file is rejected with advice", async () => {
  const infected = classicPdf({ content: eicar, filter: "none" });
  expect(await refusalOf(scan(infected))).toMatchObject({
    code: "UNPROCESSABLE_CONTENT",
    message: expect.stringMatching(/virus scanner found.*Please/),
  });
});

it.each<[string, ClamdOptions]>([
  ["disconnects", { instead: (socket) => socket.end() }],
  ["resets the connection", { instead: (socket) => socket.resetAndDestroy() }],
  ["sends an unknown response", { instead: (socket) => socket.end("HTTP/1.1 400 Bad Request\r\n\r\n") }],
  ["sends an unterminated response", { instead: (socket) => socket.end("stream: OK FOUND?") }],
])("an upload is not published if the virus scanner %s", async (_case, options) => {
  const logged = vi.spyOn(log(), "error").mockImplementation(() => {});
  expect(await refusalOf(scan(scannedPdf(3_000_000), options))).toMatchObject({
    code: "SERVICE_UNAVAILABLE",
    message: expect.stringMatching(/not published. Please try again/),
  });
  expect(logged).toHaveBeenCalled();
});

it("a file over the scanner's limit is rejected with advice and without Retry-After", async () => {
  const logged = vi.spyOn(log(), "error").mockImplementation(() => {});
  const refused = await refusalOf(scan(scannedPdf(3_000_000), { most: 1000 }));
  expect(refused).toMatchObject({
    code: "PAYLOAD_TOO_LARGE",
    message: expect.stringMatching(
      /larger than the virus scanner takes.*Please choose a smaller file.*StreamMaxLength/,
    ),
  });
  expect(refused.message).not.toContain("a few minutes");
  expect(logged).toHaveBeenCalledWith(expect.stringContaining("StreamMaxLength"));
});

it("an upload is not published while the virus scanner is down", async () => {
  vi.spyOn(log(), "error").mockImplementation(() => {});
  const path = await fileOf(Buffer.from("x"));
  await expect(scanFile(path, "tcp://127.0.0.1:1")).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE" });
});

it("without a configured virus scanner nothing is scanned", async () => {
  expect(await scanFile(join(folder, "nothing"))).toBeUndefined();
});
