import "server-only";
import { createTransport } from "nodemailer";
import { institute } from "@/content/institute";
import { env } from "@/env";
import { keepMail } from "./mail-folder";
import { type Letter, writeLetter } from "./mail-letter";

/** No mail is on its way longer than this. */
export const mostPatience = 45_000;

/** Why a mail did not leave, in words for the administrator. */
export type Fault = {
  words: string;
  /** This mail will never be taken. */
  isFinal: boolean;
  /** It is not about this mail: another one would not leave either. */
  isGeneral: boolean;
};

/** What takes mails away. A fault is an answer and never thrown. */
export type Post = {
  deliver: (id: string, kind: string, letter: Letter) => Promise<Fault | null>;
  close: () => void;
};

/** The mail server of the settings, else the folder of files (decisions, the contract). */
export function openPost(): Post {
  const { SMTP_URL, DATA_DIR } = env();
  return SMTP_URL ? serverPost(SMTP_URL) : folderPost(DATA_DIR);
}

function serverPost(url: string): Post {
  const server = createTransport(
    {
      url,
      pool: true,
      maxConnections: 1,
      // Another attempt is decided by the one who ordered, and counted.
      maxRequeues: 0,
      connectionTimeout: 10_000,
      greetingTimeout: 10_000,
      socketTimeout: 20_000,
    },
    { disableFileAccess: true, disableUrlAccess: true },
  );
  return {
    async deliver(id, _kind, letter) {
      try {
        await server.sendMail({ ...messageOf(id, letter), signal: AbortSignal.timeout(mostPatience) });
        return null;
      } catch (error) {
        return faultOf(error as ServerError, url);
      }
    },
    close: () => server.close(),
  };
}

function folderPost(dataDir: string): Post {
  const writer = createTransport({ streamTransport: true, buffer: true, newline: "windows" });
  return {
    async deliver(id, kind, letter) {
      try {
        const { message } = await writer.sendMail(messageOf(id, letter));
        await keepMail(dataDir, `${kind}-${id}`, message as Buffer);
        return null;
      } catch (error) {
        const words = readable(`It could not be kept as a file: ${(error as Error).message}`);
        return { words, isFinal: false, isGeneral: true };
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

type ServerError = { message?: string; code?: string; responseCode?: number; response?: string };

function faultOf({ message, code = "", responseCode = 0, response }: ServerError, url: string): Fault {
  const isAboutMail = code === "EENVELOPE" || code === "EMESSAGE";
  const isLogin = code.endsWith("AUTH") || code === "EOAUTH2";
  const what = isAboutMail ? "did not take it" : isLogin ? "refused the login" : "could not be reached";
  const why = code === "EABORT" ? "it took too long" : (response ?? message ?? code);
  return {
    words: readable(withoutSecrets(`The mail server ${what}: ${why}`, url)),
    // SMTP's 5xx is for good, but for 503, which speaks of the order of commands.
    isFinal: isAboutMail && responseCode >= 500 && responseCode !== 503,
    isGeneral: !isAboutMail,
  };
}

/** `text` without anything a server can repeat of the login. */
function withoutSecrets(text: string, url: string): string {
  const { username, password } = new URL(url);
  if (!password) return text;
  const [name, word] = [decodeURIComponent(username), decodeURIComponent(password)];
  const spoken = [`\0${name}\0${word}`, word].map((one) => Buffer.from(one).toString("base64"));
  return [...spoken, word, password].reduce((rest, secret) => rest.replaceAll(secret, "***"), text);
}

// Servers answer in several lines, and some with characters that no database keeps.
function readable(text: string): string {
  const line = text.replace(/[\p{C}\s]+/gu, " ").trim();
  return [...line].slice(0, 1000).join("");
}
