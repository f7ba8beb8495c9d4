import PostalMime, { type Email } from "postal-mime";
import { SMTPServer } from "smtp-server";

/** A mail as the server took it: who it was for on the wire, and what it says. */
export type Received = { recipients: string[]; mail: Email };

/**
 * A real SMTP server on the loopback address. `refuse` answers why a recipient is not taken, or nothing; `take` is what it
 * does before it says that it has taken a mail.
 */
export async function startSmtp(
  refuse: (recipient: string) => string | undefined = () => undefined,
  take: (received: Received) => Promise<unknown> = async () => {},
) {
  const received: Received[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS", "AUTH"],
    logger: false,
    onRcptTo({ address }, _session, done) {
      const reason = refuse(address);
      done(
        reason === undefined
          ? null
          : Object.assign(new Error(reason), { responseCode: reason.startsWith("4") ? 450 : 550 }),
      );
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
