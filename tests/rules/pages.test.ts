import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { AppError } from "@/lib/errors";
import { isCursor, type Place, pageOf, placeOf } from "@/lib/pages";

const year = { min: new Date("2000-01-01"), max: new Date("2100-01-01"), noInvalidDate: true } as const;
const place: fc.Arbitrary<Place> = fc.record({
  at: fc.oneof(
    fc.date(year).map((date) => date.toISOString()),
    fc.date(year).map((date) => date.toISOString().slice(0, 16)),
  ),
  id: fc.uuid(),
});

const cursorOf = (text: string) => Buffer.from(text).toString("base64url");

describe("a page", () => {
  it("names the place of its last item, which reads back the same", () => {
    fc.assert(
      fc.property(fc.array(place, { minLength: 1, maxLength: 20 }), fc.integer({ min: 1, max: 20 }), (items, limit) => {
        const page = pageOf(items.slice(0, limit + 1), limit, (item) => item);
        expect(page.items).toEqual(items.slice(0, limit));
        if (items.length <= limit) expect(page.nextCursor).toBeNull();
        else expect(placeOf(page.nextCursor ?? "")).toMatchObject(items[limit - 1] ?? {});
      }),
    );
  });

  it("is known by its word, and nothing else is", () => {
    fc.assert(
      fc.property(place, ({ at, id }) => {
        expect(isCursor(cursorOf(`${at}|${id}`))).toBe(true);
      }),
    );
    for (const word of ["", "nonsense", cursorOf("2026-01-01|1"), cursorOf("now|")]) expect(isCursor(word)).toBe(false);
  });

  it("that ends the list exactly names no next one", () => {
    const items = [1, 2, 3];
    expect(pageOf(items, 3, () => ({ at: "", id: "" }))).toEqual({ items, nextCursor: null });
    expect(pageOf([], 3, () => ({ at: "", id: "" }))).toEqual({ items: [], nextCursor: null });
  });
});

describe("a cursor", () => {
  const id = "019376a0-0000-7000-8000-000000000000";

  it.each([
    "",
    "junk",
    "%%%",
    cursorOf(""),
    cursorOf("|"),
    cursorOf("2026-11-20T10:00:00.000Z"),
    cursorOf(`|${id}`),
    cursorOf(`yesterday|${id}`),
    cursorOf(`2026|${id}`),
    cursorOf(`1763632800000|${id}`),
    cursorOf(`Fri, 20 Nov 2026 10:00:00 GMT|${id}`),
    cursorOf(`-271821-04-20T00:00:00.000Z|${id}`),
    cursorOf(`+275760-09-13T00:00:00.000Z|${id}`),
    cursorOf(`2026-13-45T10:00|${id}`),
    cursorOf(`2026-11-20T10:00:00.000Z|${id}|more`),
    cursorOf("2026-11-20T10:00:00.000Z|7"),
    cursorOf(`2026-11-20T10:00:00.000Z|${id}' or true --`),
    cursorOf(`2026-11-20T10:00:00.000Z\0|${id}`),
  ])("that nobody gave out is refused: %j", (cursor) => {
    expect(() => placeOf(cursor)).toThrow(
      new AppError("BAD_REQUEST", "This page of the list does not exist; start again from the first."),
    );
  });

  it("of any text is a place or a refusal, nothing else", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.string({ unit: "binary" }).map(cursorOf)), (cursor) => {
        try {
          const { date } = placeOf(cursor);
          expect(Number.isNaN(date.getTime())).toBe(false);
        } catch (error) {
          expect(error).toBeInstanceOf(AppError);
        }
      }),
    );
  });
});
