import { expect, it } from "vitest";
import { changesIn } from "@/lib/changes-in";

it("a form sends only what was changed in it, including ticks and emptied fields", () => {
  const shown = { _id: "7", relation: "mother", seesResults: true, contactOrder: 1, expiresAt: "2026-01-01" };
  const given = { relation: "mother", seesResults: false, contactOrder: 1, expiresAt: null };
  expect(changesIn(given, shown)).toEqual({ seesResults: false, expiresAt: null });
  expect(changesIn({ relation: "mother" }, shown)).toEqual({});
});
