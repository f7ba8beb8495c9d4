import type { Socket } from "node:net";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer } from "smtp-server";

/** A mail as the server took it: who it was for on the wire, and what it says. */
export type Received = { recipients: string[]; mail: Email };

/** Why something is not taken, as `5.1.1 words`; "drop" ends the connection without a word. */
type Reason = string | undefined;

const answer = (reason: Reason, code: number) =>
  reason === undefined ? null : Object.assign(new Error(reason), { responseCode: reason.startsWith("4") ? 450 : code });

/** What the server does otherwise than a willing one. */
type Manners = {
  /** Why a caller is turned away at once. */
  refuseAll?: () => Reason;
  refuseSender?: () => Reason;
  hideSMTPUTF8?: boolean;
};

/**
 * A real SMTP server on the loopback address. `refuse` answers why a recipient is not taken, or nothing; `take` is what it
 * does before it says that it has taken a mail.
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
    /** The mails for one address, the oldest first. */
    mailsFor: (recipient: string) => received.filter(({ recipients }) => recipients.includes(recipient)),
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
