import { describe, expect, it } from "vitest";
import { type Cursor, decodeCursor, isCursor, pageOf } from "@/lib/cursor";
import { say } from "@/lib/messages";
import { fc } from "../harness/random";

const year = { min: new Date("2000-01-01"), max: new Date("2100-01-01"), noInvalidDate: true } as const;
const place: fc.Arbitrary<Cursor> = fc.record({
  at: fc.oneof(
    fc.date(year).map((date) => date.toISOString()),
    fc.date(year).map((date) => date.toISOString().slice(0, 16)),
  ),
  id: fc.uuid(),
});

const cursorOf = (text: string) => Buffer.from(text).toString("base64url");

describe("pages of a list", () => {
  it("nextCursor is the position of the last item and can be decoded", () => {
    fc.assert(
      fc.property(fc.array(place, { minLength: 1, maxLength: 20 }), fc.integer({ min: 1, max: 20 }), (items, limit) => {
        const page = pageOf(items.slice(0, limit + 1), limit, (item) => item);
        expect(page.items).toEqual(items.slice(0, limit));
        if (items.length <= limit) expect(page.nextCursor).toBeNull();
        else expect(decodeCursor(page.nextCursor ?? "")).toMatchObject(items[limit - 1] ?? {});
      }),
    );
  });

  it("isCursor accepts encoded cursors only", () => {
    fc.assert(
      fc.property(place, ({ at, id }) => {
        expect(isCursor(cursorOf(`${at}|${id}`))).toBe(true);
      }),
    );
    for (const word of ["", "nonsense", cursorOf("2026-01-01|1"), cursorOf("now|")]) expect(isCursor(word)).toBe(false);
  });

  it("a list that ends exactly with its page has no nextCursor", () => {
    const items = [1, 2, 3];
    expect(pageOf(items, 3, () => ({ at: "", id: "" }))).toEqual({ items, nextCursor: null });
    expect(pageOf([], 3, () => ({ at: "", id: "" }))).toEqual({ items: [], nextCursor: null });
  });
});

describe("decodeCursor", () => {
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
  ])("the invalid cursor %j is rejected", (cursor) => {
    expect(() => decodeCursor(cursor)).toThrow(
      expect.objectContaining({ code: "BAD_REQUEST", message: say("noSuchPage") }),
    );
  });

  it("any text decodes to a position or is rejected with BAD_REQUEST", () => {
    const encoded = place.map(({ at, id }) => cursorOf(`${at}|${id}`));
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.string({ unit: "binary" }).map(cursorOf), encoded), (cursor) => {
        try {
          const { date } = decodeCursor(cursor);
          expect(Number.isNaN(date.getTime())).toBe(false);
        } catch (error) {
          expect(error).toMatchObject({ code: "BAD_REQUEST" });
        }
      }),
    );
  });
});
