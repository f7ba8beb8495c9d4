import "server-only";
import { once } from "node:events";
import { createTransport } from "nodemailer";
import { env } from "@/env";
import { site } from "@/server/institute/published";
import { addressOf, type Email, renderEmail, type Unsubscribe } from "./email";
import { causeOf, type DeliveryFailure, deliveryFailureOf, type ServerError, singleLine } from "./failure";
import { storeEmail } from "./file-transport";
import { logoOfEmails } from "./logo";

const minute = 60_000;

/** RFC 5321, section 4.5.3.2. With shorter timeouts an email could be sent twice. */
const timeouts = { connectionTimeout: 6 * minute, greetingTimeout: 5 * minute, socketTimeout: 10 * minute };

/** Maximum duration of one delivery: the sum of the timeouts of its commands. */
const deliveryTimeout = 40 * minute;

export const maxConnections = 10;

/** Delivers emails. Failures are returned, not thrown. */
export type Transport = {
  deliveredState: "sent" | "kept";
  deliver: (
    mail: { id: string; kind: string },
    email: Email,
    unsubscribe: Unsubscribe | undefined,
    signal: AbortSignal,
  ) => Promise<DeliveryFailure | null>;
  /** Probes the server: the failure, or null if it accepts emails or the signal fired. */
  check: (signal: AbortSignal) => Promise<DeliveryFailure | null>;
  close: () => void;
};

/** Opens the configured mail server, or the file transport without one. */
export function openTransport(): Transport {
  const { SMTP_URL, DATA_DIR } = env();
  return SMTP_URL ? smtpTransport(SMTP_URL) : fileTransport(DATA_DIR);
}

function smtpTransport(url: string): Transport {
  const server = createTransport(
    {
      url,
      pool: true,
      maxConnections,
      // Retries are decided and counted by the queue.
      maxRequeues: 0,
      ...timeouts,
    },
    { disableFileAccess: true, disableUrlAccess: true },
  );
  const probe = (signal: AbortSignal): Promise<ServerError | null> => {
    const verified = server.verify().then(
      () => null,
      (fault: ServerError) => fault,
    );
    return Promise.race([verified, isAborted(signal)]);
  };
  return {
    deliveredState: "sent",
    async check(signal) {
      const failure = await probe(signal);
      return failure && deliveryFailureOf(failure, "server", url);
    },
    async deliver({ id }, email, unsubscribe, signal) {
      try {
        const aborted = AbortSignal.any([signal, AbortSignal.timeout(deliveryTimeout)]);
        await server.sendMail({ ...(await messageOf(id, email, unsubscribe)), signal: aborted });
        return null;
      } catch (error) {
        const cause = causeOf(error as ServerError);
        if (cause !== "unclear") return deliveryFailureOf(error as ServerError, cause, url);
        // If the server still accepts connections, only this email is at fault.
        const failure = await probe(signal);
        return deliveryFailureOf(failure ?? (error as ServerError), failure ? "server" : "mail", url);
      }
    },
    close: () => server.close(),
  };
}

async function isAborted(signal: AbortSignal): Promise<null> {
  if (!signal.aborted) await once(signal, "abort");
  return null;
}

function fileTransport(dataDir: string): Transport {
  const writer = createTransport({ streamTransport: true, buffer: true, newline: "windows" });
  return {
    deliveredState: "kept",
    check: async () => null,
    async deliver({ id, kind }, email, unsubscribe) {
      try {
        const { message } = await writer.sendMail(await messageOf(id, email, unsubscribe));
        await storeEmail(dataDir, `${kind}-${id}`, message as Buffer);
        return null;
      } catch (error) {
        const words = singleLine(`It could not be kept as a file: ${(error as Error).message}`);
        return { words, isFinal: false, isGeneral: true, isCounted: false };
      }
    },
    close: () => {},
  };
}

/** Parts `Name <address>`: in a header as typed, a comma or colon in the name would begin another address. */
function mailboxOf(from: string) {
  const [, name = "", address = from] = /^(.*)<(.*)>$/.exec(from) ?? [];
  return { name: name.trim().replace(/^"(.*)"$/, "$1"), address };
}

async function messageOf(id: string, email: Email, unsubscribe: Unsubscribe | undefined) {
  const { MAIL_FROM } = env();
  const from = MAIL_FROM ? mailboxOf(MAIL_FROM) : { name: site().facts.name, address: site().facts.email };
  return {
    ...renderEmail(email, unsubscribe, await logoOfEmails()),
    from,
    // Equal for every attempt, so that mail programs can recognise duplicates.
    messageId: `<${id}@${from.address.split("@").at(-1) || "localhost"}>`,
    headers: {
      // Suppresses automatic replies (RFC 3834).
      "Auto-Submitted": "auto-generated",
      ...(unsubscribe && {
        "List-Unsubscribe": { prepared: true, value: `<${addressOf(unsubscribe.oneClick)}>` },
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
      }),
    },
  };
}
