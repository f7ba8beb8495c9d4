import { describe, expect, it } from "vitest";
import { officeListFor } from "@/features/materials/rules-office";
import { askedOf } from "@/features/schedules/rules-office";
import { idAsked, pageAsked, queryWith, searchAsked } from "@/lib/list-address";

const id = "01890a5d-ac96-774b-bcce-b302099a8057";

describe("the address of a list", () => {
  it.each([
    ["7", 7],
    ["9999", 9999],
    ["0", 1],
    ["-1", 1],
    ["1.5", 1],
    ["10000", 1],
    ["", 1],
    [undefined, 1],
  ])("reads page %j as %d", (text, page) => expect(pageAsked(text)).toBe(page));

  it.each([
    [id, id],
    [id.toUpperCase(), id.toUpperCase()],
    [`${id}x`, undefined],
    ["7", undefined],
    [[id, id], undefined],
  ])("reads id %j as %j", (text, found) => expect(idAsked(text)).toBe(found));

  it("trims a search and cuts it to the length that the server accepts", () => {
    expect(searchAsked({ q: `  ${"a".repeat(101)}` })).toBe("a".repeat(100));
    expect(searchAsked({})).toBe("");
  });

  it("keeps only the named parameters", () => {
    expect(queryWith({ page: "3", class: "7", q: "a b", utm_source: "x" }, ["q", "class"])).toBe("?q=a+b&class=7");
    expect(queryWith({ page: "3", q: "" }, ["q"])).toBe("");
  });

  it.each([
    ["7", "7"],
    ["Class 7", "7"],
    ["13", undefined],
    ["x", undefined],
  ])("reads class %j as %j", (given, found) => {
    expect(askedOf({ class: given }, "2026-11-29").className).toBe(found);
    expect(officeListFor({ class: given }).className).toBe(found);
  });
});
