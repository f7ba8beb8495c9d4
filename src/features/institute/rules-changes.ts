import type { SiteContent, SiteSection } from "@/lib/site-content";
import { type FieldSpec, type ListSpec, sectionForms } from "./rules-fields";
import { itemsOf, shownIn } from "./rules-form";

/** One change of the draft. Pictures have no text to compare. */
export type SiteChange = { section: SiteSection; what: string; before: string; after: string };

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

const longest = 120;
const short = (text: string) => (text.length <= longest ? text : `${text.slice(0, longest - 1)}…`);

type Item = ReturnType<typeof itemsOf>[number];

function textOf(spec: FieldSpec, item: Item | undefined): string {
  const shown = shownIn(item, spec);
  if (spec.kind === "picture") return shown === "" ? "" : "a picture";
  if (spec.kind === "ticked") return shown === "true" ? "hidden" : "shown";
  return short(shown);
}

/** The label of an item: its first text. */
function nameOf(item: Item, { fields }: ListSpec): string {
  const [first] = fields.filter(({ kind }) => kind !== "picture");
  return first ? short(shownIn(item, first)) : "";
}

function fieldChanges(fields: readonly FieldSpec[], before: Item | undefined, after: Item | undefined, place = "") {
  return fields
    .filter((spec) => shownIn(before, spec) !== shownIn(after, spec))
    .map((spec) => ({
      what: [place, spec.label].filter(Boolean).join(": "),
      ...{
        before: textOf(spec, before),
        after: spec.kind === "picture" ? pictureWords(spec, before, after) : textOf(spec, after),
      },
    }));
}

const pictureWords = (spec: FieldSpec, before: Item | undefined, after: Item | undefined) =>
  shownIn(after, spec) === "" ? "" : shownIn(before, spec) === "" ? "a picture" : "another picture";

/**
 * The changes of a list: items are matched by name; if all names are equal, their order and their other fields are compared.
 */
function listChanges(spec: ListSpec, before: readonly Item[], after: readonly Item[]) {
  if (isSame(before, after)) return [];
  const [was, is] = [before, after].map((items) => items.map((item) => nameOf(item, spec))) as [string[], string[]];
  const isMoved = was.length === is.length && !isSame(was, is) && isSame([...was].sort(), [...is].sort());
  if (isMoved) return [{ what: spec.title, before: "", after: "in another order" }];
  const gone = was.filter((name) => !is.includes(name)).map((name) => ({ what: spec.one, before: name, after: "" }));
  const come = is.filter((name) => !was.includes(name)).map((name) => ({ what: spec.one, before: "", after: name }));
  // An item that was renamed at the same index.
  if (was.length === is.length && gone.length === come.length) {
    return after.flatMap((item, index) => fieldChanges(spec.fields, before[index], item, was[index]));
  }
  const same = after.flatMap((item, index) => {
    const from = was.indexOf(is[index] ?? "");
    return from < 0 ? [] : fieldChanges(spec.fields, before[from], item, is[index]);
  });
  return [...gone, ...come, ...same];
}

/** The differences between two contents, for people to read. */
export function changesBetween(
  before: SiteContent,
  after: SiteContent,
  sections: readonly SiteSection[],
): SiteChange[] {
  return sections.flatMap((section) => {
    const { fields, lists } = sectionForms[section];
    const [was, is] = [before[section], after[section]];
    const found = [
      ...fieldChanges(fields, was as Item, is as Item),
      ...lists.flatMap((list) => listChanges(list, itemsOf(was, list.name), itemsOf(is, list.name))),
    ];
    return found.map((change) => ({ section, ...change }));
  });
}
