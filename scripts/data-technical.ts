// Part of `data-inventory.ts`: what the product keeps for its own work.
import type { Prisma } from "../src/server/generated/prisma/client";
import { type Model, nobodys } from "./data-entry";

const hash = "a hash";

type Technical = "PublicList" | "AuditLink" | "ErasedRow" | "Throttle" | "IdempotencyKey";

/** The models that say nothing of anybody by themselves. */
export const technical: { [Name in Technical & Prisma.ModelName]: Model<Name> } = {
  PublicList: {
    whose: "nobody's",
    purpose: "to know whether what is kept of a public list still holds",
    retention: "for good",
    fields: { topic: nobodys("technical"), version: nobodys("technical") },
  },
  AuditLink: {
    whose: "nobody's: fingerprints of the trail's entries",
    purpose: "to see whether anyone has tampered with the trail",
    retention: "for good",
    fields: {
      ...{ seq: nobodys("technical"), eventId: nobodys("key"), at: nobodys("technical"), digest: nobodys("technical") },
      hash: nobodys("technical"),
    },
  },
  ErasedRow: {
    whose: "nobody's: ids of rows that are gone",
    purpose: "to erase again what a restored backup would bring back",
    retention: "for good",
    fields: { tableName: nobodys("technical"), rowId: nobodys("key") },
  },
  Throttle: {
    whose: "nobody's by itself: a hash of what is counted",
    purpose: "to slow down guessing",
    retention: "until its count runs out: an hour, or 30 days for a known place",
    fields: {
      key: { class: "technical", export: hash, erase: "a hash; runs out by itself" },
      points: { class: "technical", export: "a count", erase: "runs out by itself" },
      expire: { class: "technical", export: "a time", erase: "runs out by itself" },
    },
  },
  IdempotencyKey: {
    whose: "nobody's by itself: sealed with a key that only the caller has",
    purpose: "to do what is sent twice once",
    retention: "24 hours",
    fields: {
      id: { class: "technical", export: hash, erase: "runs out by itself" },
      fingerprint: { class: "technical", export: hash, erase: "runs out by itself" },
      owner: { class: "technical", export: "of a process", erase: "of a process" },
      leasedUntil: { class: "technical", export: "of a process", erase: "of a process" },
      answer: { class: "technical", export: "sealed", erase: "runs out by itself" },
      expiresAt: { class: "technical", export: "a time", erase: "runs out by itself" },
    },
  },
};
