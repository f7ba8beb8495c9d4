import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { siteDefaults } from "@/content/site";
import { sectionForms } from "@/features/institute/rules-fields";
import {
  itemsOf,
  linksFrom,
  nameOf,
  type ShownItem,
  sectionFrom,
  shownIn,
  shownOf,
} from "@/features/institute/rules-form";
import { sectionTypes } from "@/features/institute/schema";
import type { SiteSection } from "@/lib/site-content";

const sections = Object.keys(sectionForms) as SiteSection[];

/** What the form of a part shows, by the names of its controls, and its items. */
function formOf(section: SiteSection) {
  const { fields, lists } = sectionForms[section];
  const content = siteDefaults[section];
  const items: Record<string, ShownItem[]> = {};
  const given = new Map(fields.map((spec) => [spec.name, shownIn(content as Record<string, unknown>, spec)]));
  for (const { name, fields: specs } of lists) {
    items[name] = itemsOf(content, name).map((before, place) => ({ key: String(place), before }));
    for (const { key, before } of items[name])
      for (const spec of specs) {
        const shown = shownIn(before, spec);
        given.set(nameOf(name, key, spec.name), spec.kind === "ticked" ? (shown === "true" ? "on" : "") : shown);
      }
  }
  return { spec: sectionForms[section], content, items, given };
}

const textOf = (given: Map<string, string>) => (name: string) => given.get(name) ?? "";

describe("the forms of the site", () => {
  it.each(sections)("%s: a form that is sent as it opened changes nothing", (section) => {
    const { spec, content, items, given } = formOf(section);
    expect(sectionTypes[section].parse(sectionFrom(spec, content, items, textOf(given)))).toEqual(content);
  });

  it("have a field for every fact, and no others", () => {
    const { fields, lists } = sectionForms.facts;
    const names = [...fields, ...lists].map(({ name }) => name);
    expect(names.sort()).toEqual(Object.keys(siteDefaults.facts).sort());
  });

  it("move, add and remove items together with what they do not show", () => {
    const { spec, content, items, given } = formOf("team");
    const [first, second] = items[""] ?? [];
    given.set(nameOf("", "new 1", "name"), "Asha Rao");
    given.set(nameOf("", "new 1", "role"), "Hindi");
    const shown = [second, { key: "new 1", before: undefined }, first].filter((item) => item !== undefined);
    expect(sectionFrom(spec, content, { "": shown }, textOf(given))).toEqual([
      siteDefaults.team[1],
      { name: "Asha Rao", role: "Hindi", portrait: null, links: [] },
      siteDefaults.team[0],
    ]);
  });

  it("read links as they show them", () => {
    const label = fc.stringMatching(/^[\p{L}\d]+( [\p{L}\d]+)*$/u);
    const href = fc.webUrl({ validSchemes: ["https"] });
    fc.assert(
      fc.property(fc.array(fc.record({ label, href })), (links) => {
        const spec = { name: "links", label: "", kind: "links" } as const;
        expect(linksFrom(shownOf(spec, links))).toEqual(links);
      }),
    );
    expect(linksFrom(" \n https://a.example \n")).toEqual([{ label: "", href: "https://a.example" }]);
  });
});
