import "server-only";
import { type ClockStyle, shownDate } from "@/lib/dates";
import type { AuditWords, Feature } from "../feature";
import { copy } from "./messages";

type Detail = (value: unknown, action: string) => string | undefined;

const settingNames = new Map<string, string>(Object.entries(copy.settings));
const plain = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));

/** A detail in the words of its room; of several names, each. */
function inWords(value: unknown, words: NonNullable<AuditWords["values"]>[string], clock: ClockStyle): string {
  if (typeof words === "function") return words(value, clock);
  const known = new Map(Object.entries(words));
  return String(value)
    .split(", ")
    .map((name) => known.get(name) ?? name)
    .join(", ");
}

/** The labels of the audit trail and the email list, from all rooms. */
export type Words = ReturnType<typeof wordsOf>;

export function wordsOf(rooms: readonly Feature[]) {
  const actions = new Map(rooms.flatMap(({ audit = {} }) => Object.entries(audit)));
  const calls = new Map(rooms.flatMap((room) => Object.entries(room.calls ?? {})));
  // The event of an erasure counts what it erases under the names of these data.
  const labels = new Map(rooms.flatMap(({ personalData: of }) => (of ? [[of.name, of.label]] : [])));
  const emails = new Map(rooms.flatMap(({ emailNames = {} }) => Object.entries(emailNames)));

  const details = new Map<string, Detail>([
    ["material", (value) => `“${String(value)}”`],
    ["exam", String],
    ["subject", String],
    ["date", (value) => shownDate(String(value))],
    ["class", (value) => copy.className(value)],
    ["call", (value) => calls.get(String(value))],
    [
      "count",
      (value, action) => {
        const counted = actions.get(action)?.counted ?? (["entry", "entries"] as const);
        if (!counted) return undefined;
        const [one, many] = typeof counted === "string" ? [counted, `${counted}s`] : counted;
        return `${value} ${value === 1 ? one : many}`;
      },
    ],
    ["fields", (value) => copy.fields(String(value))],
    ["why", String],
    // States are stored as their names: `in_review` is "In review".
    [
      "state",
      (value) =>
        String(value)
          .replace(/^\w/, (letter) => letter.toUpperCase())
          .replaceAll("_", " "),
    ],
    ["year", String],
    ["setting", (value) => settingNames.get(String(value)) ?? String(value)],
    ["joined", (value) => copy.joined(String(value))],
    ["before", (value) => copy.before(plain(value))],
    ["after", (value) => copy.after(plain(value))],
    ["numbersGone", String],
  ]);
  const order = [...details.keys()];

  return {
    actions: [...actions.keys()],
    routine: [...actions].flatMap(([action, { routine }]) => (routine ? [action] : [])),

    /** An unknown action is shown under its stored name. */
    ofAction: (action: string): AuditWords => actions.get(action) ?? { words: action, icon: "Activity" },

    ofEmail: (kind: string) => emails.get(kind) ?? kind,

    /** The details of an event in words, in the order above. */
    ofDetail: (action: string, detail: unknown, clock: ClockStyle) =>
      Object.entries(Object(detail))
        .toSorted(([a], [b]) => order.indexOf(a) - order.indexOf(b))
        .flatMap(([name, value]) => {
          const words = details.get(name);
          const told = new Map(Object.entries(actions.get(action)?.values ?? {})).get(name);
          const shown = told ? inWords(value, told, clock) : value;
          if (words) return words(shown, action) ?? [];
          if (shown === "") return [];
          return told ? String(shown) : `${labels.get(name) ?? name}: ${String(value)}`;
        }),
  };
}
