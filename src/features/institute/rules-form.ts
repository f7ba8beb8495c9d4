import type { SiteLink, SitePicture } from "@/lib/site-content";
import type { FieldSpec, SectionSpec } from "./rules-fields";

type Item = string | Record<string, unknown>;

/** Parses links, one per line. The last word of a line is the URL. */
export function linksFrom(text: string): SiteLink[] {
  return text.split("\n").flatMap((line) => {
    const [, label = "", href = ""] = /^\s*(.*?)\s*(\S+)\s*$/.exec(line) ?? [];
    return href ? [{ label, href }] : [];
  });
}

/** The picture in a field of the form, or null. */
export const pictureFrom = (given: string): SitePicture | null => (given === "" ? null : JSON.parse(given));

/** The text of a value in a field. */
export function shownOf(spec: FieldSpec, value: unknown): string {
  if (spec.kind === "picture") return value ? JSON.stringify(value) : "";
  if (spec.kind !== "links") return value === undefined || value === null ? "" : String(value);
  return (value as SiteLink[]).map(({ label, href }) => `${label} ${href}`).join("\n");
}

function readAs({ kind }: FieldSpec, given: string): unknown {
  if (kind === "ticked") return given === "on";
  if (kind === "picture") return pictureFrom(given);
  return kind === "links" ? linksFrom(given) : given;
}

/** The value at this key of an item. */
function fieldOf(item: Item | undefined, { name, spread }: FieldSpec): unknown {
  if (item === undefined || typeof item === "string") return item;
  if (!spread) return item[name];
  const { src, width, height } = item;
  return src ? { src, width, height } : null;
}

/** The items of a list in a section. */
export function itemsOf(content: unknown, name: string): Item[] {
  return (name === "" ? content : (content as Record<string, Item[]>)[name]) as Item[];
}

/** The initial text of a field of an item. */
export const shownIn = (item: Item | undefined, spec: FieldSpec) => shownOf(spec, fieldOf(item, spec));

/** The name of a control in the form: list, item and field. */
export const nameOf = (list: string, key: string, field: string) => JSON.stringify([list, key, field]);

/** An item of a list on the screen: its key in the form and its former value. */
export type ShownItem = { key: string; before: Item | undefined };

/**
 * The section that a form describes. Values that the form does not show stay unchanged.
 * @param given text of a control by its name; a checkbox without a text is not ticked
 */
export function sectionFrom(
  { fields, lists }: SectionSpec,
  content: unknown,
  items: Readonly<Record<string, readonly ShownItem[]>>,
  given: (name: string) => string,
): unknown {
  const listOf = (name: string, specs: readonly FieldSpec[]) =>
    (items[name] ?? []).map(({ key, before }) => {
      const [only] = specs;
      if (only?.name === "") return given(nameOf(name, key, ""));
      const edited = specs.map((spec) => {
        const value = readAs(spec, given(nameOf(name, key, spec.name)));
        return spec.spread ? { ...(value as object | null) } : { [spec.name]: value };
      });
      return Object.assign({ ...(before as object | undefined) }, ...edited);
    });
  const [whole] = lists;
  if (whole?.name === "") return listOf("", whole.fields);
  return {
    ...(content as object),
    ...Object.fromEntries(fields.map((spec) => [spec.name, readAs(spec, given(spec.name))])),
    ...Object.fromEntries(lists.map(({ name, fields: specs }) => [name, listOf(name, specs)])),
  };
}
