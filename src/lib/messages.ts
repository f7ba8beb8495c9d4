import { catalogue, type Label, type Message, wordsOf } from "./catalogue";
import { tooShort } from "./password-length";

const kinds: Record<string, string> = {
  array: "a list",
  boolean: "true or false",
  date: "a date",
  int: "a whole number",
  null: "null",
  number: "a number",
  object: "an object",
  record: "an object",
  string: "text",
};

const units: Record<string, [one: string, several: string]> = {
  string: ["character", "characters"],
  array: ["entry", "entries"],
};

/** An amount of characters or entries; undefined for other things. */
const amountOf = (origin: string, count: number) => units[origin] && `${count} ${units[origin][count === 1 ? 0 : 1]}`;

const nameOf = (name: string | null) => name ?? "What was sent";

/** The sentences about fields, and those that all rooms share. */
const sentences = {
  unexpected: "Something went wrong. Please try again.",
  together: (first: Message, second: Message) => `${wordsOf(first)} ${wordsOf(second)}`,
  notUnderstood: "This request cannot be understood.",
  noSuchPage: "This page of the list does not exist; start again from the first.",

  required: (label: Label) => `${wordsOf(label)} is required.`,
  mustBeText: (label: Label) => `${wordsOf(label)} must be text.`,
  mustBeNumber: (label: Label) => `${wordsOf(label)} must be a number.`,
  mustBeDate: (label: Label) => `${wordsOf(label)} must be a date like 2026-11-20.`,
  mustBeMoment: (label: Label) => `${wordsOf(label)} must be a moment like 2026-11-20T09:30:00Z.`,
  tooLong: (label: Label, most: number) => `${wordsOf(label)} can have ${most} characters at most.`,
  tooSmall: (label: Label, least: number) => `${wordsOf(label)} must be ${least} or more.`,
  tooLarge: (label: Label, most: number) => `${wordsOf(label)} must be ${most} or less.`,
  tooExact: (label: Label) => `${wordsOf(label)} can have two decimals at most.`,
  unusable: (label: Label) => `${wordsOf(label)} has a character that cannot be shown.`,
  webAddress: (label: Label) => `${wordsOf(label)} cannot contain a web address.`,
  classWanted: (from: number, to: number) => `Please select a class from ${from} to ${to}.`,
  badSection: "A section has one to three letters or digits, like A or 2B.",
  tooManySections: "Name 30 sections at most.",
  badEmail: "Please enter a valid email address.",
  foreignMailbox: "Please use an email address with only the letters a to z, digits and signs before the @.",
  badPhone: "Please enter a valid phone number.",
  passwordTooShort: (role: keyof typeof tooShort) => tooShort[role],
  studentTwice: "This student is in the request twice.",
  badId: "This is not an id of this site.",
  badLimit: (most: number) => `limit must be a whole number from 1 to ${most}.`,
  searchTooLong: "Search for 100 characters at most.",

  name: "Name",
  email: "Email",
  phone: "Phone",
  subject: "Subject",
  theSearch: "The search",

  // For schemas without a message of their own; the name is that of the field in the API.
  unknownFields: (names: string[]) =>
    names.length === 1
      ? `There is no field "${names[0]}" here.`
      : `There are no fields ${names.map((name) => `"${name}"`).join(", ")} here.`,
  missing: (name: string) => `${name} is required.`,
  wrongKind: (name: string | null, kind: string) => `${nameOf(name)} must be ${kinds[kind] ?? "of another kind"}.`,
  noneOf: (name: string | null, values: string[]) => `${nameOf(name)} must be ${values.join(" or ")}.`,
  above: (name: string | null, origin: string, most: number) => {
    const amount = amountOf(origin, most);
    return `${nameOf(name)} must ${amount ? `have ${amount} at most` : `be ${most} or less`}.`;
  },
  below: (name: string | null, origin: string, least: number) => {
    const amount = amountOf(origin, least);
    return `${nameOf(name)} must ${amount ? `have ${amount} at least` : `be ${least} or more`}.`;
  },
  notRight: (name: string | null) => `${nameOf(name)} is not right.`,
};

export const say = catalogue("lib", sentences);
