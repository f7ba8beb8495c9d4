import type { core } from "zod";

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

const shown = (name: unknown) => `"${String(name).slice(0, 60)}"`;

/** What is wrong with a field, where its schema has no sentence of its own: the words of a library are for nobody. */
export function wordsFor(issue: core.$ZodRawIssue): string {
  const name = issue.path?.findLast((part) => typeof part === "string");
  const it = name === undefined ? "What was sent" : String(name);
  switch (issue.code) {
    case "unrecognized_keys":
      return issue.keys.length === 1
        ? `There is no field ${shown(issue.keys[0])} here.`
        : `There are no fields ${issue.keys.map(shown).join(", ")} here.`;
    case "invalid_type":
      return issue.input === undefined && name !== undefined
        ? `${it} is required.`
        : `${it} must be ${kinds[issue.expected] ?? "of another kind"}.`;
    case "invalid_value":
      return `${it} must be ${issue.values.map(String).join(" or ")}.`;
    case "too_big":
      return `${it} ${boundOf(issue.origin, "most", Number(issue.maximum))}.`;
    case "too_small":
      return `${it} ${boundOf(issue.origin, "least", Number(issue.minimum))}.`;
    default:
      return `${it} is not right.`;
  }
}

function boundOf(origin: string, side: "most" | "least", bound: number): string {
  if (origin === "string") return `must have ${bound} characters at ${side}`;
  if (origin === "array") return `must have ${bound} entries at ${side}`;
  return side === "most" ? `must be ${bound} or less` : `must be ${bound} or more`;
}
