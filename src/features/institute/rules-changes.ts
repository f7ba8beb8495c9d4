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

// Tells items with the same name apart; no text contains this character.
const mark = "\0";
const shownName = (key = "") => key.replaceAll(mark, "");

/** A key for each item: its name, with marks if that is taken. An item that is unchanged in `before` keeps its key. */
function keysOf(spec: ListSpec, items: readonly Item[], before: [string, Item | undefined][] = []): string[] {
  const taken = new Set<string>();
  function take(key: string): string {
    if (taken.has(key)) return take(key + mark);
    taken.add(key);
    return key;
  }
  const kept = items.map((item) => {
    const same = before.find(([key, was]) => !taken.has(key) && isSame(was, item));
    return same && take(same[0]);
  });
  return items.map((item, index) => kept[index] ?? take(nameOf(item, spec)));
}

function fieldChanges(fields: readonly FieldSpec[], before: Item | undefined, after: Item | undefined, place = "") {
  return fields
    .filter((spec) => shownIn(before, spec) !== shownIn(after, spec))
    .map((spec) => ({
      what: [place, spec.label].filter(Boolean).join(": "),
      before: textOf(spec, before),
      after: spec.kind === "picture" ? pictureWords(spec, before, after) : textOf(spec, after),
    }));
}

const pictureWords = (spec: FieldSpec, before: Item | undefined, after: Item | undefined) =>
  shownIn(after, spec) === "" ? "" : shownIn(before, spec) === "" ? "a picture" : "another picture";

/** The changes of a list. Items are matched by their names, or by their places if only names have changed. */
function listChanges(spec: ListSpec, before: readonly Item[], after: readonly Item[]) {
  if (isSame(before, after)) return [];
  const was = keysOf(spec, before);
  const is = keysOf(
    spec,
    after,
    was.map((key, index) => [key, before[index]]),
  );
  const isNew = (name: string | undefined) => name !== undefined && !was.includes(name);
  const isGone = (name: string) => !is.includes(name);
  const isInPlace = (name: string, index: number) => name === is[index] || (isGone(name) && isNew(is[index]));
  if (was.length === is.length && was.every(isInPlace)) {
    return after.flatMap((item, index) => fieldChanges(spec.fields, before[index], item, shownName(was[index])));
  }
  const gone = was.filter(isGone).map((name) => ({ what: spec.one, before: shownName(name), after: "" }));
  const come = is.filter(isNew).map((name) => ({ what: spec.one, before: "", after: shownName(name) }));
  const [stayed, kept] = [was.filter((name) => !isGone(name)), is.filter((name) => !isNew(name))];
  const moved = isSame(stayed, kept) ? [] : [{ what: spec.title, before: "", after: "in another order" }];
  const same = after.flatMap((item, index) => {
    const from = was.indexOf(is[index] ?? "");
    return from < 0 ? [] : fieldChanges(spec.fields, before[from], item, shownName(is[index]));
  });
  return [...moved, ...gone, ...come, ...same];
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
