import type { core } from "zod";
import type { Message } from "./catalogue";
import { say } from "./messages";

/** The names of the first unknown fields: a request could have a hundred thousand. */
export const unknownIn = (keys: readonly PropertyKey[]): string[] =>
  keys.slice(0, 20).map((key) => String(key).slice(0, 60));

/** The message for a Zod issue whose schema has no message; Zod's own messages are not written for people. */
export function wordsFor(issue: core.$ZodRawIssue): Message {
  const name = issue.path?.findLast((part): part is string => typeof part === "string") ?? null;
  switch (issue.code) {
    case "unrecognized_keys":
      return say("unknownFields", unknownIn(issue.keys));
    case "invalid_type":
      return issue.input === undefined && name !== null ? say("missing", name) : say("wrongKind", name, issue.expected);
    case "invalid_value":
      return say("noneOf", name, issue.values.map(String));
    case "too_big":
      return say("above", name, issue.origin, Number(issue.maximum));
    case "too_small":
      return say("below", name, issue.origin, Number(issue.minimum));
    case "invalid_union":
      if (Array.isArray(issue.options)) return say("noneOf", name, issue.options.map(String));
      return sentenceOf(issue.errors) ?? say("notRight", name);
    default:
      return say("notRight", name);
  }
}

const wrongKinds: readonly string[] = ["invalid_type", "invalid_value", "invalid_union"];

/** The message of the union's option that fits the kind of the value: other options, such as null, only report a wrong kind. */
function sentenceOf(options: core.$ZodIssue[][]): Message | undefined {
  const issues = options.flatMap(([first]) => (first?.path.length === 0 ? [first] : []));
  const fitting = issues.findLast(({ code }) => !wrongKinds.includes(code));
  return (fitting ?? issues.at(-1))?.message as Message | undefined;
}
