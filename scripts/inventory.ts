// The personal data inventory, field by field: that of the machinery, and what the rooms declare. `npm run docs` generates
// `docs/data-inventory.md` from it. The types require an entry for each field, a test one for each model.
import { daysInWords, kept } from "../src/content/retention";
import { features } from "../src/features/index";
import { entries, impersonal, internal, type Models, own } from "../src/server/privacy/inventory";
import { roster } from "./inventory-roster";

const [link, hash] = ["joins rows", "a hash"];

const machinery = {
  ...roster,
  User: {
    whose: "students, families and staff",
    purpose: "to know people, to log in, and to show people only their own data",
    retention: "until it is deleted: by the institute, or by a person who is not on the roster",
    fields: {
      ...own("key", "id"),
      ...own("identity", "role", "name", "username"),
      ...own("contact", "email", "phone"),
      ...internal("secret", hash, "passwordHash"),
      ...own("usage", "emailConfirmedAt", "createdAt", "vouchedAt", "loginClosedAt"),
      ...internal("technical", "counts changes", "rowVersion"),
      ...internal("technical", "counts closings of the login", "loginClosings"),
      ...own("consent", "consentAt", "consentVersion"),
      ...internal("key", "the administrator's", "vouchedById"),
    },
  },
  Session: {
    whose: "students, families and staff",
    purpose: "to keep a person logged in, and to end sessions at once",
    retention: `${daysInWords(kept.sessions)} after its end`,
    fields: {
      ...internal("key", link, "id", "userId"),
      ...internal("secret", hash, "tokenHash"),
      ...own("usage", "createdAt", "expiresAt", "usedAt", "revokedAt"),
      ...impersonal("technical", "side", "secondStep"),
    },
  },
  StaffGrant: {
    whose: "the staff of the institute",
    purpose: "to say who may do what in the office",
    retention: `as long as it lasts; ${daysInWords(kept.endedGrants)} after its end`,
    fields: {
      ...internal("key", link, "id", "userId"),
      ...own("usage", "role", "className", "section", "fromDay", "toDay", "createdAt", "endedAt"),
      ...impersonal("key", "subjectId"),
      ...internal("key", "names a person of the office", "grantedById", "endedById"),
    },
  },
  AccessCode: {
    whose: "students and guardians",
    purpose: "to let a person on the roster log in with a code",
    retention: `${daysInWords(kept.codes)} after it was used or revoked, or ran out`,
    fields: {
      ...internal("key", link, "id", "userId", "studentId"),
      ...internal("secret", hash, "codeHash"),
      ...own("usage", "purpose", "createdAt", "printedAt", "mailedAt", "expiresAt", "usedAt", "revokedAt", "declined"),
      ...own("identity", "label", "relation"),
      ...internal("key", "names another person", "createdById", "usedById"),
    },
  },
  AccountToken: {
    whose: "students, families and staff",
    purpose: "to confirm an email address and to reset a password by an emailed link",
    retention: `${daysInWords(kept.links)} after it expires`,
    fields: {
      ...internal("key", link, "id", "userId"),
      ...internal("technical", "lives for two days at most", "purpose"),
      ...internal("secret", hash, "tokenHash"),
      ...internal("usage", "lives for two days at most", "createdAt", "expiresAt"),
      ...internal("usage", "is in the trail", "usedAt"),
    },
  },
  SecondFactor: {
    whose: "the staff of the institute",
    purpose: "to require a code from an authenticator app at login",
    retention: "until it is turned off",
    fields: {
      ...internal("key", link, "userId"),
      ...internal("secret", "sealed", "sealedSecret"),
      ...internal("usage", "is in the trail", "createdAt", "confirmedAt"),
      ...internal("technical", "does not name an action", "lastPeriod"),
      ...internal("secret", hash, "recoveryHashes"),
    },
  },
  Mail: {
    whose: "students, families and visitors",
    purpose: "to send emails and to track their delivery; the text is not stored where a mail server is set",
    retention: daysInWords(kept.mails),
    fields: {
      ...internal("key", link, "id", "event", "userId"),
      ...own("usage", "kind", "state", "createdAt", "sentAt"),
      ...own("contact", "recipient"),
      ...internal("key", "ids of what the export has", "about"),
      ...internal("technical", "about the mail server", "attempts", "fault", "dueAt"),
      ...internal("technical", "an id in the log", "requestId"),
      ...internal("technical", "the priority of sending", "rank", "isOptional", "isBrief"),
      ...internal("key", link, "digestId"),
      ...internal("key", "an id of what the office wrote", "subjectId"),
    },
  },
  MailOutage: {
    whose: "nobody",
    purpose: "to pause delivery while the mail server is down, and to tell the administrator why",
    retention: "until the mail server works again",
    fields: { ...impersonal("key", "id"), ...impersonal("technical", "fault", "since", "attempts", "nextTryAt") },
  },
  MailChoice: {
    whose: "students, guardians and staff",
    purpose: "to send people the emails that they want, when they want them",
    retention: "with the account",
    fields: { ...internal("key", link, "userId"), ...own("usage", "choice", "changedAt") },
  },
  MailPace: {
    whose: "nobody",
    purpose: "to send no more emails than the mail server takes",
    retention: "one row, counted again each day",
    fields: { ...impersonal("key", "id"), ...impersonal("technical", "day", "ofDay", "nextAt") },
  },
  AuditEvent: {
    whose: "everyone whose actions are recorded",
    purpose: "to detect misuse, and to show who did what",
    retention: daysInWords(kept.securityRecords),
    fields: {
      ...entries(
        { class: "key", export: link, erase: "a pseudonym once the account is gone" },
        ...(["id", "actorId", "subjectId"] as const),
      ),
      ...entries({ class: "usage", export: true, erase: "does not identify anyone" }, "at", "action"),
      actorRole: { class: "usage", export: link, erase: "does not identify anyone" },
      detail: { class: "usage", export: true, erase: "does not identify anyone: counts, classes, names of procedures" },
      address: { class: "usage", export: true, erase: "needed against misuse; deleted after a year" },
    },
  },
  PublicList: {
    whose: "nobody",
    purpose: "to know whether the cached copy of a public list is current",
    retention: "permanently",
    fields: impersonal("technical", "topic", "version"),
  },
  AuditLink: {
    whose: "none: hashes of the trail's entries",
    purpose: "to detect tampering with the trail",
    retention: "permanently",
    fields: { ...impersonal("key", "eventId"), ...impersonal("technical", "seq", "at", "digest", "hash") },
  },
  ErasedRow: {
    whose: "none: ids of erased rows",
    purpose: "to erase data again after a backup is restored",
    retention: "permanently",
    fields: { ...impersonal("technical", "tableName"), ...impersonal("key", "rowId") },
  },
  Throttle: {
    whose: "none: a hash of the counted address or account",
    purpose: "to limit password guessing",
    retention: "until the count expires: an hour, or 30 days for a known network",
    fields: {
      key: { class: "technical", export: hash, erase: "a hash; expires" },
      points: { class: "technical", export: "a count", erase: "expires" },
      expire: { class: "technical", export: "a time", erase: "expires" },
    },
  },
  IdempotencyKey: {
    whose: "none: encrypted with a key that only the caller has",
    purpose: "to carry out a repeated request only once",
    retention: "24 hours",
    fields: {
      ...entries({ class: "technical", export: hash, erase: "expires" }, "id", "fingerprint"),
      ...entries(
        { class: "technical", export: "about a process", erase: "about a process" },
        ...(["owner", "leasedUntil"] as const),
      ),
      answer: { class: "technical", export: "encrypted", erase: "expires" },
      expiresAt: { class: "technical", export: "a time", erase: "expires" },
    },
  },
  Upload: {
    whose: "none: published by the institute",
    purpose: "to keep files and rows consistent",
    retention: "as long as its owner; without one, an hour",
    fields: {
      ...impersonal("key", "key", "ownerKind", "ownerId"),
      ...impersonal("technical", "store"),
      ...impersonal("technical", "state", "metadata", "createdAt", "changedAt"),
      ...impersonal("public", "name", "size", "type"),
    },
  },
  BackgroundTask: {
    whose: "the member of the office who started it",
    purpose: "to do work that takes longer than a request, and to show its progress",
    retention: "7 days; its result file, an hour or until it is downloaded",
    fields: {
      ...impersonal("key", "id", "uploadKey"),
      ...impersonal("technical", "kind", "state", "input", "attempts", "done", "total", "fault"),
      ...impersonal("technical", "createdAt", "changedAt", "endedAt", "resultUntil"),
      ...internal("key", "is in the trail", "createdById"),
    },
  },
} satisfies Models;

/** Every model and field of the database. */
export const inventory: Models = Object.assign({}, machinery, ...features.map(({ models }) => models));
