import { connect } from "node:net";

const head = '--b\r\ncontent-disposition: form-data; name="pdfFile"; filename="a.pdf"\r\n\r\n%PDF-1.7\n';
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** How the body's length is announced; `chunked` does not announce it. */
type Length = number | "chunked";

/**
 * An upload to the REST API on a raw socket, which the caller can pause, continue or close.
 * @param authorization the administrator's header
 */
export async function slowUpload(url: string, authorization: string, length: Length) {
  const { hostname, port, host } = new URL(url);
  const socket = connect(Number(port), hostname);
  let answer = "";
  socket.on("data", (bytes) => {
    answer += bytes.toString("latin1");
  });
  socket.on("error", () => {});
  await new Promise<void>((resolve) => socket.once("connect", resolve));
  const framing = length === "chunked" ? "transfer-encoding: chunked" : `content-length: ${length}`;
  const lines = ["POST /api/materials/upload HTTP/1.1", `host: ${host}`, `authorization: ${authorization}`, framing];
  socket.write(`${lines.join("\r\n")}\r\ncontent-type: multipart/form-data; boundary=b\r\n\r\n`);

  /** Sends bytes of the body; false if the server has closed the connection. */
  async function send(bytes: Buffer | string): Promise<boolean> {
    if (socket.destroyed || socket.readableEnded || answer !== "") return false;
    const piece = Buffer.from(bytes);
    if (length === "chunked") socket.write(`${piece.length.toString(16)}\r\n`);
    const flowing = socket.write(piece);
    if (length === "chunked") socket.write("\r\n");
    if (!flowing) await Promise.race([new Promise((resolve) => socket.once("drain", resolve)), wait(1000)]);
    return true;
  }

  /** The response status; 0 if the server closed without a response. */
  async function status(): Promise<number> {
    for (let tries = 0; answer === "" && !socket.destroyed && tries < 300; tries += 1) await wait(50);
    return Number(/^HTTP\/1.1 (\d+)/.exec(answer)?.[1] ?? 0);
  }

  await send(head);
  return { send, status, hangUp: () => socket.destroy() };
}
