import type { AddressInfo } from "node:net";
import { createServer, type Socket } from "node:net";

/** The EICAR test virus, in two halves, so that no scanner detects this file. */
export const eicar = ["X5O!P%@AP[4\\PZX54(P^)7CC)7}", "$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*"].join("");

export type ClamdOptions = {
  port?: number;
  /** clamd's StreamMaxLength. */
  most?: number;
  /** Misbehaviour instead of a response. */
  instead?: (socket: Socket) => void;
};

/** A virus scanner with clamd's INSTREAM protocol that detects one virus. Returns its address and the received streams. */
export async function startClamd({ port = 0, most = Number.POSITIVE_INFINITY, instead }: ClamdOptions = {}) {
  const seen: Buffer[] = [];
  const server = createServer((socket) => {
    let received = Buffer.alloc(0);
    const stream: Buffer[] = [];
    let length = 0;
    const answer = (text: string) => socket.end(`${text}\0`);
    socket.on("error", () => {});
    socket.on("data", (bytes) => {
      received = Buffer.concat([received, bytes]);
      if (instead) return instead(socket);
      if (length === 0 && stream.length === 0 && received.subarray(0, 10).toString() === "zINSTREAM\0")
        received = received.subarray(10);
      while (received.length >= 4) {
        const size = received.readUInt32BE(0);
        if (size === 0) {
          const whole = Buffer.concat(stream);
          seen.push(whole);
          return answer(whole.includes(eicar) ? "stream: Eicar-Test-Signature FOUND" : "stream: OK");
        }
        if (received.length < 4 + size) return;
        stream.push(received.subarray(4, 4 + size));
        length += size;
        received = received.subarray(4 + size);
        if (length > most) return answer("INSTREAM size limit exceeded. ERROR");
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const close = () => new Promise((resolve) => server.close(resolve));
  return { url: `tcp://127.0.0.1:${(server.address() as AddressInfo).port}`, seen, close };
}
