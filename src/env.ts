import { z } from "zod";
import { serversIn } from "@/lib/database-address";
import { passwordLength } from "@/lib/password-length";

// Hidden from the bundler, which would follow the paths that are known only at run time (src/server/builtins.ts).
const { resolve } = process.getBuiltinModule("node:path");

const optionalText = z
  .string()
  .trim()
  .transform((text) => (text === "" ? undefined : text))
  .optional();

function wholeNumber(fallback: number, least: number, most: number) {
  const rule = `must be a whole number from ${least} to ${most}`;
  return z
    .string()
    .trim()
    .transform((text) => (text === "" ? fallback : Number(text)))
    .pipe(z.number(rule).int(rule).min(least, rule).max(most, rule))
    .default(fallback);
}

function url(protocols: RegExp, rule: string) {
  return optionalText.refine((text) => {
    if (text === undefined) return true;
    return URL.canParse(text) && protocols.test(new URL(text).protocol);
  }, rule);
}

/** True for an address with nothing behind the host, which links would lose. */
function isSiteAddress(text: string | undefined): boolean {
  if (text === undefined) return true;
  return /^https?:/i.test(text) && URL.canParse(text) && new URL(text).href === `${new URL(text).origin}/`;
}

function longSecret(least: number) {
  return optionalText.refine(
    (text) => text === undefined || text.length >= least,
    `must be at least ${least} characters long`,
  );
}

/** True for a secret that anyone would try first: an example from a manual, or a few repeated characters. */
function isGuessable(secret: string): boolean {
  return new Set(secret).size < 8 || /change.?me|(your|my|nextauth).?secret|example|0123456789|qwerty/i.test(secret);
}

/** A list of web origins, each written as a browser sends it. */
const origins = optionalText
  .transform((text) => (text ?? "").split(",").flatMap((part) => part.trim().replace(/\/$/, "") || []))
  .refine(
    (list) => list.every((origin) => URL.canParse(origin) && new URL(origin).origin === origin),
    "must be origins like https://app.example, separated by commas",
  );

function isUploadthingToken(text: string | undefined): boolean {
  if (text === undefined) return true;
  try {
    const token: unknown = JSON.parse(Buffer.from(text, "base64").toString());
    return uploadthingToken.safeParse(token).success;
  } catch {
    return false;
  }
}

const uploadthingToken = z.object({
  apiKey: z.string().startsWith("sk_"),
  appId: z.string(),
  regions: z.array(z.string()).min(1),
});

/** Every setting of the product, all optional. The README's table is made from the descriptions. */
export const settings = {
  PORT: wholeNumber(3000, 1, 65_535).describe("3000 | The port the web server listens on."),
  DATA_DIR: optionalText
    .transform((text) => resolve(text ?? ".data"))
    .describe("`.data` | The folder for the database, the files and the secrets."),
  DATABASE_URL: optionalText
    .refine(
      (text) => text === undefined || serversIn(text).length > 0,
      "must be an address like postgresql://user:password@host:5432/name, or of several hosts, and lead to one that takes writes",
    )
    .describe(
      "embedded | A PostgreSQL server to use instead of the embedded one. With several hosts (`a:5432,b:5432`), the one that accepts writes is used.",
    ),
  APP_URL: optionalText
    .refine(isSiteAddress, "must be an address like https://school.example, without a path")
    .describe("`http://localhost:PORT` | The public address of the site, as visitors type it, without a path."),
  NEXTAUTH_SECRET: longSecret(32)
    .refine(
      (text) => text === undefined || !isGuessable(text),
      "can be guessed: set it to what `openssl rand -base64 32` prints, or leave it unset",
    )
    .describe(
      "generated | The key for logins, authenticator codes, recovery codes, printed access codes and unsubscribe links, 32 characters or more. A different key makes all of them invalid, so take it along to a new machine. If unset, it is generated at the first start and kept in `DATA_DIR`.",
    ),
  ADMIN_USERNAME: optionalText.describe("`admin` | The administrator's username at the first start."),
  ADMIN_PASSWORD: longSecret(passwordLength.admin).describe(
    "generated | The administrator's password at the first start, 12 characters or more. If unset, it is generated and shown once.",
  ),
  UPLOADTHING_TOKEN: optionalText
    .refine(isUploadthingToken, "must be a token as UploadThing's dashboard shows it")
    .describe(
      "embedded | A token of UploadThing's cloud, which calls the site back at `APP_URL`; files stay in `DATA_DIR` when unset.",
    ),
  UPLOADTHING_PRIVATE: optionalText
    .transform((text) => text ?? "off")
    .pipe(z.enum(["on", "off"], { error: "must be on or off" }))
    .describe(
      "`off` | `on` has UploadThing's cloud keep new files private; the account's plan must have private files, and its settings must allow overriding the ACL.",
    ),
  SMTP_URL: url(/^smtps?:$/, "must be an address like smtp://user:password@mail.example:587").describe(
    "files | The mail server. If unset, each email is stored as an `.eml` file in `DATA_DIR/mail`.",
  ),
  MAIL_FROM: optionalText
    .refine(
      (text) => text === undefined || /^([^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/.test(text),
      "must be an address like Lyceum <office@school.example>",
    )
    .describe("the institute's address | The sender of emails, such as `Lyceum <office@school.example>`."),
  MAIL_PER_MINUTE: wholeNumber(0, 0, 100_000).describe(
    "no limit | How many emails the mail server accepts per minute. Emails about accounts do not wait for it.",
  ),
  MAIL_PER_DAY: wholeNumber(0, 0, 10_000_000).describe(
    "no limit | How many emails the mail server accepts per day, in the institute's time zone; the rest leave on the following days. Emails about accounts do not wait for it.",
  ),
  API_CORS_ORIGINS: origins.describe(
    "none | Web origins whose pages may call the API with a token, separated by commas.",
  ),
  TRUSTED_PROXIES: wholeNumber(0, 0, 10).describe(
    "0 | How many proxies of your own are in front; the visitor's address is then taken from `X-Forwarded-For`.",
  ),
  SIGNUPS_PER_HOUR: wholeNumber(10, 1, 10_000).describe(
    "10 | How many accounts one network address may create in an hour. Raise it for the day on which a whole class signs up.",
  ),
  MAX_UPLOAD_MB: wholeNumber(32, 1, 1024).describe(
    "32 | The largest file that may be uploaded, in megabytes; imported lists and files of marks have smaller limits.",
  ),
  GATEWAY: optionalText
    .transform((text) => text ?? "on")
    .pipe(z.enum(["on", "off"], { error: "must be on or off" }))
    .describe("`on` | `on` caches public responses and answers the API before Next; `off` leaves everything to Next."),
  HSTS_SUBDOMAINS: optionalText
    .transform((text) => text ?? "off")
    .pipe(z.enum(["on", "off"], { error: "must be on or off" }))
    .describe(
      "`off` | Whether browsers must also use HTTPS for every subdomain of `APP_URL`, for a year (`includeSubDomains`).",
    ),
  SCANNER_URL: url(/^tcp:$/, "must be an address like tcp://scanner.example:3310").describe(
    "off | A virus scanner that speaks clamd's protocol, like `tcp://127.0.0.1:3310`; it checks each file before the file is published.",
  ),
  BACKUP_DIR: optionalText
    .transform((text) => text && resolve(text))
    .describe(
      "none | A folder, best on another disk, for a backup each night and before the tables change. The backups of 7 days and 4 weeks are kept.",
    ),
  BACKUP_KEY: longSecret(20).describe(
    "none | A passphrase of 20 characters or more that encrypts backups; without it nobody can restore them.",
  ),
  METRICS_TOKEN: longSecret(20).describe(
    "off | A bearer token of 20 characters or more that may read `/api/metrics`, in the format of Prometheus.",
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: url(/^https?:$/, "must be an address like http://collector.example:4318").describe(
    "off | A receiver of OpenTelemetry traces (OTLP over HTTP, as JSON).",
  ),
  LOG_LEVEL: optionalText
    .transform((text) => text ?? "info")
    .pipe(
      z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"], {
        error: "must be one of fatal, error, warn, info, debug, trace, silent",
      }),
    )
    .describe("`info` | How much the server logs: `fatal` to `trace`, or `silent`."),
} as const;

const schema = z.object(settings);

export type Env = z.infer<typeof schema>;

/** A setting that cannot be used; its message is one sentence for the person who set it. */
export class EnvError extends Error {
  override name = "EnvError";
}

/** Reads the settings from `source`. @throws EnvError naming the first setting that cannot be used. */
export function readEnv(source: Record<string, string | undefined>): Env {
  const parsed = schema.safeParse(source);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const name = String(issue?.path[0] ?? "The environment");
  throw new EnvError(`${name} ${issue?.message ?? "is not valid"}.`);
}

let current: Env | undefined;

/** The settings of this process, read once at the first call. @throws EnvError */
export function env(): Env {
  current ??= readEnv(process.env);
  return current;
}

/** The site's address, for links and callbacks. */
export const siteOrigin = (): string => env().APP_URL ?? `http://localhost:${env().PORT}`;

const local = /^((.+\.)?localhost|127(\.\d+){3}|0\.0\.0\.0|\[::1?\])$/;

/** True if {@link siteOrigin} is this computer, which nobody else can reach. */
export const isSiteLocal = (): boolean => local.test(new URL(siteOrigin()).hostname);
