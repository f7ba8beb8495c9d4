import { type IncomingHttpHeaders, request } from "node:http";

export type Plain = { status: number; headers: IncomingHttpHeaders; body: Buffer };

/** Sends a request without the default headers and decompression of `fetch`. */
export function plain(url: string, headers: Record<string, string> = {}, method = "GET"): Promise<Plain> {
  return new Promise((done, failed) => {
    request(url, { headers, method }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on("data", (chunk: Buffer) => chunks.push(chunk));
      answer.on("end", () =>
        done({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(chunks) }),
      );
    })
      .on("error", failed)
      .end();
  });
}
