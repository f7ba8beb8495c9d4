import "server-only";

/** Why a mail did not leave, in words for the administrator. */
export type Fault = {
  words: string;
  /** This mail will never be taken. */
  isFinal: boolean;
  /** It is not about this mail: another one would not leave either. */
  isGeneral: boolean;
  /** The attempt is held against the mail, which has a limited number of them. */
  isCounted: boolean;
};

/** What nodemailer throws. */
export type ServerError = {
  message?: string;
  code?: string;
  /** The command that was answered: `MAIL FROM`, `RCPT TO`, `DATA`, or `CONN` for the connection itself. */
  command?: string;
  responseCode?: number;
  response?: string;
  syscall?: string;
};

/** Whose fault an error is: that of one mail, or of the server and the settings. `unclear`: the server has to be asked. */
export type Blame = "mail" | "server" | "unclear";

// Many servers judge the sender only after they were told a recipient.
const refusesSender =
  /\b5\.1\.[78]\b|\brelay(ing)?( access)? (is )?(denied|not (permitted|allowed))|\bsender address rejected/i;
const wantsLogin = [530, 534, 535, 538];

/** Whom to blame for an error. */
export function blameOf(error: ServerError): Blame {
  const { code = "", command, responseCode = 0, syscall } = error;
  if (code.endsWith("AUTH") || code === "EOAUTH2" || code === "EDNS" || syscall === "connect") return "server";
  if (code === "EABORT") return "mail";
  // A connection that broke can be about the one mail that was on it.
  if (code !== "EENVELOPE" && code !== "EMESSAGE") return "unclear";
  if (isSenderRefused(error)) return "server";
  // 552: the mail is too large.
  return command === "MAIL FROM" && responseCode > 0 && responseCode !== 552 ? "server" : "mail";
}

function isSenderRefused({ responseCode = 0, response = "" }: ServerError): boolean {
  return wantsLogin.includes(responseCode) || (responseCode >= 500 && refusesSender.test(response));
}

/** The fault that an error is, once it is clear whom to blame. `url` is of the mail server. */
export function faultOf(error: ServerError, blame: "mail" | "server", url: string): Fault {
  const { message, code = "", command, responseCode = 0, response } = error;
  const what = blame === "mail" ? refusalOfMail(error) : `${refusalOfAll(error)}: ${response ?? message ?? code}`;
  return {
    words: readable(withoutSecrets(`The mail server ${what}`, url)),
    // SMTP's 5xx is for good, but for 503, which speaks of the order of commands.
    isFinal: blame === "mail" && isRefusal(code) && responseCode >= 500 && responseCode !== 503,
    isGeneral: blame === "server",
    // A recipient's server that speaks of the sender may mean this recipient alone.
    isCounted: blame === "mail" || command === "RCPT TO" || command === "DATA",
  };
}

const isRefusal = (code: string) => code === "EENVELOPE" || code === "EMESSAGE";

function refusalOfMail({ message, code = "", response }: ServerError): string {
  if (code === "EABORT") return "did not take it: it took too long.";
  if (!isRefusal(code)) return "broke off in the middle of it.";
  return `did not take it: ${response ?? message ?? code}`;
}

function refusalOfAll({ code = "" }: ServerError): string {
  if (isRefusal(code)) return "refused the sender";
  return code.endsWith("AUTH") || code === "EOAUTH2" ? "refused the login" : "could not be reached";
}

/** `text` without anything a server can repeat of the login. */
function withoutSecrets(text: string, url: string): string {
  const { username, password } = new URL(url);
  if (!password) return text;
  const [name, word] = [decodeURIComponent(username), decodeURIComponent(password)];
  const spoken = [`\0${name}\0${word}`, word].map((one) => Buffer.from(one).toString("base64"));
  return [...spoken, word, password].reduce((rest, secret) => rest.replaceAll(secret, "***"), text);
}

/** One line of at most 1000 characters: servers answer in several, and some with characters that no database keeps. */
export function readable(text: string): string {
  const line = text.replace(/[\p{C}\s]+/gu, " ").trim();
  return [...line].slice(0, 1000).join("");
}
