import type { Socket } from "node:net";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer } from "smtp-server";

/** An accepted email: its envelope recipient and its content. */
export type Received = { recipients: string[]; mail: Email };

/** A rejection such as `5.1.1 text`; "drop" closes the connection without a reply. */
type Reason = string | undefined;

const answer = (reason: Reason, code: number) =>
  reason === undefined ? null : Object.assign(new Error(reason), { responseCode: reason.startsWith("4") ? 450 : code });

/** Deviations from a server that accepts everything. */
type Manners = {
  /** Rejects connections with this reply. */
  refuseAll?: () => Reason;
  refuseSender?: () => Reason;
  hideSMTPUTF8?: boolean;
};

/**
 * A real SMTP server on the loopback address. `refuse` returns a rejection for a recipient, or nothing; `take` runs before an
 * email is acknowledged.
 */
export async function startSmtp(
  refuse: (recipient: string) => Reason = () => undefined,
  take: (received: Received) => Promise<unknown> = async () => {},
  { refuseAll = () => undefined, refuseSender = () => undefined, hideSMTPUTF8 = false }: Manners = {},
) {
  const sockets = new Set<Socket>();
  const received: Received[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS", "AUTH"],
    logger: false,
    hideSMTPUTF8,
    onConnect: (_session, done) => done(answer(refuseAll(), 554)),
    onMailFrom: (_sender, _session, done) => done(answer(refuseSender(), 550)),
    onRcptTo({ address }, { remotePort }, done) {
      const reason = refuse(address);
      if (reason === "drop") for (const socket of sockets) if (socket.remotePort === remotePort) socket.destroy();
      done(answer(reason, 550));
    },
    onData(stream, session, done) {
      const parts: Buffer[] = [];
      stream.on("data", (part: Buffer) => parts.push(part));
      stream.on("end", async () => {
        const mail = await PostalMime.parse(Buffer.concat(parts));
        const one = { recipients: session.envelope.rcptTo.map(({ address }) => address), mail };
        received.push(one);
        await take(one);
        done();
      });
    },
  });
  server.on("error", () => {});
  server.server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    /** The emails to an address, oldest first. */
    mailsFor: (recipient: string) => received.filter(({ recipients }) => recipients.includes(recipient)),
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
