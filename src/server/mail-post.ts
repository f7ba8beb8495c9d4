import "server-only";
import { once } from "node:events";
import { createTransport } from "nodemailer";
import { institute } from "@/content/institute";
import { env } from "@/env";
import { blameOf, type Fault, faultOf, readable, type ServerError } from "./mail-faults";
import { keepMail } from "./mail-folder";
import { type Letter, writeLetter } from "./mail-letter";

const minute = 60_000;

/**
 * How long a mail server is waited for, as RFC 5321 section 4.5.3.2 has it: 5 minutes for the greeting, 10 for the answer
 * to a whole mail. The other answers may take as long; whoever gives up before sends a mail twice.
 */
const patience = { connectionTimeout: 6 * minute, greetingTimeout: 5 * minute, socketTimeout: 10 * minute };

/** No mail is on its way longer than all of its answers together may take. */
const mostPatience = 40 * minute;

/** At most so many mails are on their way to the server at once. */
export const mostAtOnce = 10;

/** What takes mails away. A fault is an answer and never thrown. */
export type Post = {
  /** What a mail is that was taken: sent to a server, or kept as a file. */
  taken: "sent" | "kept";
  /** Gives up what is on its way when the signal says so. */
  deliver: (id: string, kind: string, letter: Letter, signal: AbortSignal) => Promise<Fault | null>;
  /** Why nobody is let in; null where a mail may be taken, or when the signal said to give up. */
  check: (signal: AbortSignal) => Promise<Fault | null>;
  close: () => void;
};

/** The mail server of the settings, else the folder of files. */
export function openPost(): Post {
  const { SMTP_URL, DATA_DIR } = env();
  return SMTP_URL ? serverPost(SMTP_URL) : folderPost(DATA_DIR);
}

function serverPost(url: string): Post {
  const server = createTransport(
    {
      url,
      pool: true,
      maxConnections: mostAtOnce,
      // Another attempt is decided by the one who ordered, and counted.
      maxRequeues: 0,
      ...patience,
    },
    { disableFileAccess: true, disableUrlAccess: true },
  );
  const refusal = (signal: AbortSignal): Promise<ServerError | null> => {
    const answer = server.verify().then(
      () => null,
      (fault: ServerError) => fault,
    );
    return Promise.race([answer, isAborted(signal)]);
  };
  return {
    taken: "sent",
    async check(signal) {
      const shut = await refusal(signal);
      return shut && faultOf(shut, "server", url);
    },
    async deliver(id, _kind, letter, signal) {
      try {
        const most = AbortSignal.any([signal, AbortSignal.timeout(mostPatience)]);
        await server.sendMail({ ...messageOf(id, letter), signal: most });
        return null;
      } catch (error) {
        const blame = blameOf(error as ServerError);
        if (blame !== "unclear") return faultOf(error as ServerError, blame, url);
        // A server that still lets one in has nothing against the other mails.
        const shut = await refusal(signal);
        return faultOf(shut ?? (error as ServerError), shut ? "server" : "mail", url);
      }
    },
    close: () => server.close(),
  };
}

async function isAborted(signal: AbortSignal): Promise<null> {
  if (!signal.aborted) await once(signal, "abort");
  return null;
}

function folderPost(dataDir: string): Post {
  const writer = createTransport({ streamTransport: true, buffer: true, newline: "windows" });
  return {
    taken: "kept",
    check: async () => null,
    async deliver(id, kind, letter) {
      try {
        const { message } = await writer.sendMail(messageOf(id, letter));
        await keepMail(dataDir, `${kind}-${id}`, message as Buffer);
        return null;
      } catch (error) {
        const words = readable(`It could not be kept as a file: ${(error as Error).message}`);
        return { words, isFinal: false, isGeneral: true, isCounted: false };
      }
    },
    close: () => {},
  };
}

function messageOf(id: string, letter: Letter) {
  const from = env().MAIL_FROM ?? { name: institute.name, address: institute.email };
  const address = typeof from === "string" ? from.replace(/.*<|>.*/g, "") : from.address;
  return {
    ...writeLetter(letter),
    from,
    // The same for every attempt, so that a mail that was taken twice can be told to be one.
    messageId: `<${id}@${address.split("@").at(-1) || "localhost"}>`,
    // No answering machine is to answer this (RFC 3834).
    headers: { "Auto-Submitted": "auto-generated" },
  };
}
