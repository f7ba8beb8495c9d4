import { expect, it } from "vitest";
import { joinedBy, spellingsIn } from "@/features/subjects/rules";

const stored = ["english, paper i", "english, paper i, old", "physics,chemistry"];

it.each([
  ["", []],
  ["maths, , Math.", ["maths", "math."]],
  ["eng 1, English,  Paper I", ["eng 1", "english, paper i"]],
  ["english, paper i, old, eng 1", ["english, paper i, old", "eng 1"]],
  ["physics, chemistry", ["physics,chemistry"]],
  ["physics，chemistry，eng 1", ["physics,chemistry", "eng 1"]],
  ["english, paper 1", ["english", "paper 1"]],
])("the spellings in %j keep the commas of those that the subject has", (text, found) => {
  expect(spellingsIn(text, stored)).toEqual(found);
});

it("a spelling joins the subject that has it as its name", () => {
  const others = [{ name: "Sanskrit" }, { name: "English, Paper I" }, { name: "Art" }];
  expect(joinedBy(["english, paper i", "sanskrit", "ART II"], others)).toEqual(others.slice(0, 2));
});
