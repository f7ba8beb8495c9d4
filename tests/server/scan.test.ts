import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { scanFile } from "@/server/files/scan";
import { log } from "@/server/log";
import { classicPdf } from "../corpus/pdf";
import { type ClamdOptions, eicar, startClamd } from "../setup/clamd";
import { scannedPdf } from "../setup/documents";

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

it("shows the scanner the whole file, unchanged", async () => {
  const whole = scannedPdf(5_000_000);
  const [seen] = await scan(whole);
  expect(seen?.equals(whole)).toBe(true);
});

it("refuses a file with a virus, and says what to do", async () => {
  const infected = classicPdf({ content: eicar, filter: "none" });
  await expect(scan(infected)).rejects.toMatchObject({
    code: "UNPROCESSABLE_CONTENT",
    message: expect.stringMatching(/virus scanner found.*Please/),
  });
});

it.each<[string, ClamdOptions]>([
  ["hangs up", { instead: (socket) => socket.end() }],
  ["breaks the line", { instead: (socket) => socket.resetAndDestroy() }],
  ["answers something else", { instead: (socket) => socket.end("HTTP/1.1 400 Bad Request\r\n\r\n") }],
  ["answers without an end", { instead: (socket) => socket.end("stream: OK FOUND?") }],
])("publishes nothing when the scanner %s", async (_case, options) => {
  const logged = vi.spyOn(log(), "error").mockImplementation(() => {});
  await expect(scan(scannedPdf(3_000_000), options)).rejects.toMatchObject({
    code: "SERVICE_UNAVAILABLE",
    message: expect.stringMatching(/not published. Please try again/),
  });
  expect(logged).toHaveBeenCalled();
});

it("says of a file larger than the scanner takes what can be done, and not to try again later", async () => {
  const logged = vi.spyOn(log(), "error").mockImplementation(() => {});
  const refused = scan(scannedPdf(3_000_000), { most: 1000 });
  await expect(refused).rejects.toMatchObject({
    code: "PAYLOAD_TOO_LARGE",
    message: expect.stringMatching(
      /larger than the virus scanner takes.*Please choose a smaller file.*StreamMaxLength/,
    ),
  });
  await expect(refused).rejects.not.toMatchObject({ message: expect.stringContaining("a few minutes") });
  expect(logged).toHaveBeenCalledWith(expect.stringContaining("StreamMaxLength"));
});

it("publishes nothing when the scanner is away", async () => {
  vi.spyOn(log(), "error").mockImplementation(() => {});
  const path = await fileOf(Buffer.from("x"));
  await expect(scanFile(path, "tcp://127.0.0.1:1")).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE" });
});

it("asks nobody where no scanner is set", async () => {
  expect(await scanFile(join(folder, "nothing"))).toBeUndefined();
});
