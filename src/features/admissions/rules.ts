import { csvOf } from "@/lib/csv";
import { stampIn } from "@/lib/dates";
import type { Actions } from "@/lib/may";
import { stateNames } from "./messages";
import { visitOf } from "./rules-moves";
import type { DeskRowView } from "./schema-desk";

export const actions = { read: "office", handle: "office" } as const satisfies Actions;

/** Business days within which a family gets an answer. */
export const promisedDays = 2;

/** An application with those of other parents that were merged into it. */
export type TableRow = Omit<DeskRowView, "stateAt" | "hasWritten" | "intake" | "rowVersion" | "mergedInto"> & {
  merged: Pick<DeskRowView, "reference" | "parentName" | "email" | "phone">[];
};

export function submissionsCsv(items: TableRow[], timeZone: string): string {
  return csvOf(
    [
      ...[
        "Reference",
        `Submitted on (${timeZone})`,
        "Name",
        "Class",
        "Parent Name",
        "Email",
        "Phone",
        "Previous School",
      ],
      ...[
        "State",
        `Answer due (${timeZone})`,
        `Answered (${timeZone})`,
        `Visit (${timeZone})`,
        "With",
        "Other references",
        "Other parents",
      ],
    ],
    items.map(({ reference, createdAt, name, parentName, email, phone, previousSchool, ...rest }) => [
      ...[reference, stampIn(timeZone, createdAt), name, String(rest.givenClass ?? rest.selectedClass)],
      ...[parentName, email, phone, previousSchool ?? "", stateNames[rest.state]],
      ...[rest.answerDue, rest.answeredAt, visitOf(rest)].map((at) => (at ? stampIn(timeZone, at) : "")),
      rest.assignedTo?.name ?? "",
      rest.merged.map((one) => one.reference).join("; "),
      rest.merged.map((one) => [one.parentName, one.email, one.phone].join(", ")).join("; "),
    ]),
  );
}

// Crockford's base32, without the letters that are easily confused when read aloud (I, L, O, U).
const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** Number of random bytes in a reference. */
export const referenceBytes = 8;

/** The reference that a family quotes, `K7Q2-9XMD`: one character for each of eight random bytes. */
export function referenceFrom(bytes: Uint8Array): string {
  // 256 is a multiple of 32, so all characters are equally likely.
  const characters = Array.from(bytes.subarray(0, referenceBytes), (byte) => alphabet.charAt(byte % 32)).join("");
  return `${characters.slice(0, 4)}-${characters.slice(4)}`;
}
