import "server-only";

/** Why an email was not delivered, in words for the administrator. */
export type DeliveryFailure = {
  words: string;
  /** A retry cannot succeed. */
  isFinal: boolean;
  /** The server or the settings are at fault, so other emails would fail as well. */
  isGeneral: boolean;
  /** Counts towards the maximum of attempts. */
  isCounted: boolean;
};

/** The fields of nodemailer's errors that we read. */
export type ServerError = {
  message?: string;
  code?: string;
  command?: string;
  responseCode?: number;
  response?: string;
  syscall?: string;
};

/** What an error is about: one email, or the server and its settings. `unclear`: probe the server to find out. */
export type Cause = "mail" | "server" | "unclear";

// Many servers judge the sender only after RCPT TO.
const refusesSender =
  /\b5\.1\.[78]\b|\brelay(ing)?( access)? (is )?(denied|not (permitted|allowed))|\bsender address rejected/i;
// The sender's share of a day or an hour is used up. Gmail says so to DATA, others to any command.
const exceedsQuota = /\b5\.4\.5\b|\b5\.1\.90\b|\b(daily|hourly|sending|submission)\b[\w ]{0,40}\b(limit|quota)s?\b/i;
const loginRequired = [530, 534, 535, 538];

/** Decides whether an error is about one email or about the server. */
export function causeOf(error: ServerError): Cause {
  const { code = "", command, responseCode = 0, syscall } = error;
  if (code.endsWith("AUTH") || code === "EOAUTH2" || code === "EDNS" || syscall === "connect") return "server";
  if (code === "EABORT") return "mail";
  // This email may have caused the server to drop the connection.
  if (code !== "EENVELOPE" && code !== "EMESSAGE") return "unclear";
  if (isSenderRefused(error)) return "server";
  // 552: the email is too large.
  return command === "MAIL FROM" && responseCode > 0 && responseCode !== 552 ? "server" : "mail";
}

function isSenderRefused({ responseCode = 0, response = "" }: ServerError): boolean {
  if (loginRequired.includes(responseCode)) return true;
  // 552: the email or the recipient's mailbox is too large.
  if (responseCode !== 552 && exceedsQuota.test(response)) return true;
  return responseCode >= 500 && refusesSender.test(response);
}

/** Converts an error to a failure. `url` is that of the mail server, whose login must not appear in the message. */
export function deliveryFailureOf(error: ServerError, cause: "mail" | "server", url: string): DeliveryFailure {
  const { message, code = "", command, responseCode = 0, response } = error;
  const what =
    cause === "mail" ? describeEmailError(error) : `${describeServerError(error)}: ${response ?? message ?? code}`;
  return {
    words: singleLine(withoutSecrets(`The mail server ${what}`, url)),
    // 5xx is permanent, except 503 (bad sequence of commands).
    isFinal: cause === "mail" && isRefusal(code) && responseCode >= 500 && responseCode !== 503,
    isGeneral: cause === "server",
    // After RCPT TO, a complaint about the sender may come from this recipient's server only.
    isCounted: cause === "mail" || command === "RCPT TO" || command === "DATA",
  };
}

const isRefusal = (code: string) => code === "EENVELOPE" || code === "EMESSAGE";

function describeEmailError({ message, code = "", response }: ServerError): string {
  if (code === "EABORT") return "did not take it: it took too long.";
  if (!isRefusal(code)) return "broke off in the middle of it.";
  return `did not take it: ${response ?? message ?? code}`;
}

function describeServerError({ code = "" }: ServerError): string {
  if (isRefusal(code)) return "refused the sender";
  return code.endsWith("AUTH") || code === "EOAUTH2" ? "refused the login" : "could not be reached";
}

/** Removes the login, which servers may echo, also in base64. */
function withoutSecrets(text: string, url: string): string {
  const { username, password } = new URL(url);
  if (!password) return text;
  const [name, word] = [decoded(username), decoded(password)];
  const encoded = [`\0${name}\0${word}`, word].map((one) => Buffer.from(one).toString("base64"));
  return [...encoded, encodeURIComponent(word), password, word].reduce(
    (rest, secret) => rest.replaceAll(secret, "***"),
    text,
  );
}

/** Decodes a part of an address; one with a bare `%` stays as it is, like in nodemailer. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * Cleans a server response for display and storage: one line of at most 1000 characters, without control characters.
 */
export function singleLine(text: string): string {
  const line = text.replace(/[\p{C}\s]+/gu, " ").trim();
  return [...line].slice(0, 1000).join("");
}
