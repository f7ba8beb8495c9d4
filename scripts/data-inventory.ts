// What is kept of people, field by field: `docs/data-inventory.md` is written from this by `npm run docs`. A model or field
// that has no entry here does not compile, and a test that walks the schema says so too.
import { daysInWords, kept } from "../src/content/retention";
import type { Prisma } from "../src/server/generated/prisma/client";
import { inner, type Model, nobodys, own } from "./data-entry";
import { technical } from "./data-technical";

const [link, hash] = ["joins rows", "a hash"];

const content = {
  whose: "nobody's: the institute publishes it",
  purpose: "to teach and to announce tests",
  retention: "until the administrator deletes it",
};

/** Every model and field of the database. */
export const inventory: { [Name in Prisma.ModelName]: Model<Name> } = {
  User: {
    whose: "students, and the administrator",
    purpose: "to let a person in and show each only what is theirs",
    retention: "until the person, or the institute for the person, deletes the account",
    fields: {
      ...{ id: own("key"), role: own("identity"), name: own("identity"), email: own("contact") },
      ...{ username: own("identity"), passwordHash: inner("secret", hash), emailConfirmedAt: own("usage") },
      ...{ createdAt: own("usage"), consentAt: own("consent"), consentVersion: own("consent") },
      ...{ vouchedAt: own("usage"), vouchedById: inner("key", "the administrator's") },
    },
  },
  Session: {
    whose: "students, and the administrator",
    purpose: "to keep a person logged in and to end that at once",
    retention: `${daysInWords(kept.sessions)} after its end`,
    fields: {
      ...{ id: inner("key", link), userId: inner("key", link), tokenHash: inner("secret", hash) },
      ...{ createdAt: own("usage"), expiresAt: own("usage"), usedAt: own("usage"), revokedAt: own("usage") },
    },
  },
  AccountToken: {
    whose: "students",
    purpose: "to confirm an address and to set a new password by a mailed link",
    retention: `${daysInWords(kept.links)} after it ran out`,
    fields: {
      ...{
        id: inner("key", link),
        userId: inner("key", link),
        purpose: inner("technical", "lives for two days at most"),
      },
      ...{ tokenHash: inner("secret", hash), createdAt: inner("usage", "lives for two days at most") },
      ...{ expiresAt: inner("usage", "lives for two days at most"), usedAt: inner("usage", "is in the trail") },
    },
  },
  SecondFactor: {
    whose: "the administrator",
    purpose: "to ask a login for a code of an authenticator app",
    retention: "until it is turned off",
    fields: {
      ...{
        userId: inner("key", link),
        sealedSecret: inner("secret", "sealed"),
        createdAt: inner("usage", "is in the trail"),
      },
      ...{ confirmedAt: inner("usage", "is in the trail"), lastPeriod: inner("technical", "names no act") },
      recoveryHashes: inner("secret", hash),
    },
  },
  Mail: {
    whose: "students, families and visitors",
    purpose: "to send a letter, and to see that it arrived; its words are kept nowhere",
    retention: daysInWords(kept.mails),
    fields: {
      ...{ id: inner("key", link), event: inner("key", link), kind: own("usage"), recipient: own("contact") },
      ...{ userId: inner("key", link), about: inner("key", "ids of what the export has"), state: own("usage") },
      ...{ attempts: inner("technical", "of the mail server"), fault: inner("technical", "of the mail server") },
      ...{ createdAt: own("usage"), dueAt: inner("technical", "of the mail server"), sentAt: own("usage") },
      ...{ requestId: inner("technical", "a number of the log"), rank: inner("technical", "an order of sending") },
    },
  },
  MailOutage: {
    whose: "nobody's",
    purpose: "to wait while the mail server takes no mail, and to tell the administrator why",
    retention: "until it takes mails again",
    fields: {
      ...{ id: nobodys("key"), fault: nobodys("technical"), since: nobodys("technical") },
      ...{ attempts: nobodys("technical"), nextTryAt: nobodys("technical") },
    },
  },
  AuditEvent: {
    whose: "everyone who does or is refused something",
    purpose: "to notice misuse, and to show who did what",
    retention: daysInWords(kept.securityRecords),
    fields: {
      id: { class: "key", export: link, erase: "a pseudonym once the account is gone" },
      at: { class: "usage", export: true, erase: "names nobody" },
      action: { class: "usage", export: true, erase: "names nobody" },
      actorId: { class: "key", export: link, erase: "a pseudonym once the account is gone" },
      actorRole: { class: "usage", export: link, erase: "names nobody" },
      subjectId: { class: "key", export: link, erase: "a pseudonym once the account is gone" },
      detail: { class: "usage", export: true, erase: "names nobody: counts, classes, names of calls" },
      address: { class: "usage", export: true, erase: "needed against misuse; goes with its year" },
    },
  },
  ...technical,
  Upload: {
    ...content,
    purpose: "to keep files and rows in step",
    retention: "with its material; what no material shows, an hour",
    fields: {
      ...{ key: nobodys("key"), state: nobodys("technical"), name: nobodys("public"), size: nobodys("public") },
      ...{ type: nobodys("public"), metadata: nobodys("technical"), createdAt: nobodys("technical") },
      changedAt: nobodys("technical"),
    },
  },
  Material: {
    ...content,
    fields: {
      ...{
        id: nobodys("key"),
        className: nobodys("public"),
        subject: nobodys("public"),
        materialName: nobodys("public"),
      },
      ...{
        fileKey: nobodys("key"),
        fileName: nobodys("public"),
        fileKind: nobodys("public"),
        fileSize: nobodys("public"),
      },
      ...{ fileHash: nobodys("technical"), uploadedAt: nobodys("public"), expiresAt: nobodys("public") },
      uploadedById: { class: "key", export: "is in the trail", erase: true },
    },
  },
  Result: {
    whose: "students",
    purpose: "to follow how a student is doing",
    retention: "with the account",
    fields: {
      ...{ id: own("key"), studentId: inner("key", link), className: own("education"), score: own("education") },
      ...{ totalMarks: own("education"), gpa: own("education"), examName: own("education"), subject: own("education") },
      ...{ examDate: own("education"), createdAt: own("usage"), readAt: own("usage") },
    },
  },
  TestSchedule: {
    ...content,
    fields: {
      ...{ id: nobodys("key"), className: nobodys("public"), subject: nobodys("public"), testDate: nobodys("public") },
      ...{ testTime: nobodys("public"), description: nobodys("public"), createdAt: nobodys("public") },
    },
  },
  Submission: {
    whose: "children and their families",
    purpose: "to answer an application and to complete the enrollment",
    retention: daysInWords(kept.forms),
    fields: {
      ...{ id: own("key"), reference: own("key"), selectedClass: own("education"), name: own("identity") },
      ...{
        parentName: own("identity"),
        email: own("contact"),
        phone: own("contact"),
        previousSchool: own("education"),
      },
      ...{ createdAt: own("usage"), openedAt: own("usage"), consentAt: own("consent"), consentVersion: own("consent") },
    },
  },
  ContactMessage: {
    whose: "visitors",
    purpose: "to answer a message",
    retention: daysInWords(kept.forms),
    fields: {
      ...{
        id: own("key"),
        name: own("identity"),
        email: own("contact"),
        phone: own("contact"),
        message: own("contact"),
      },
      ...{ createdAt: own("usage"), consentAt: own("consent"), consentVersion: own("consent") },
    },
  },
};
