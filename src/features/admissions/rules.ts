import { csvOf } from "@/lib/csv";
import { stampIn } from "@/lib/dates";
import type { Actions } from "@/lib/may";
import { stateNames } from "./messages";
import type { DeskRowView } from "./schema-desk";

export const actions = { read: "office", handle: "office" } as const satisfies Actions;

/** So many business days a family waits for an answer at most. */
export const promisedDays = 2;

export function submissionsCsv(
  items: Omit<DeskRowView, "stateAt" | "visitAt" | "hasWritten">[],
  timeZone: string,
): string {
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
      ...["State", `Answer due (${timeZone})`, `Answered (${timeZone})`, "With"],
    ],
    items.map(({ reference, createdAt, name, selectedClass, parentName, email, phone, previousSchool, ...rest }) => [
      ...[reference, stampIn(timeZone, createdAt), name, String(selectedClass)],
      ...[parentName, email, phone, previousSchool ?? "", stateNames[rest.state]],
      ...[rest.answerDue, rest.answeredAt].map((at) => (at ? stampIn(timeZone, at) : "")),
      rest.assignedTo?.name ?? "",
    ]),
  );
}

// Crockford's base32: no letter that is mistaken for a figure or another letter when it is read out (I, L, O, U).
const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** How many random bytes make a reference. */
export const referenceBytes = 8;

/** What a family quotes when it asks, `K7Q2-9XMD`: one character of each of eight random bytes. */
export function referenceFrom(bytes: Uint8Array): string {
  // 256 is a multiple of 32: every character is as likely as every other.
  const characters = Array.from(bytes.subarray(0, referenceBytes), (byte) => alphabet.charAt(byte % 32)).join("");
  return `${characters.slice(0, 4)}-${characters.slice(4)}`;
}
