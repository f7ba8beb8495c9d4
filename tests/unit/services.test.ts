import { describe, expect, it } from "vitest";
import { referenceBytes, referenceFrom } from "@/features/admissions/rules";
import { fc } from "../harness/random";

const eight = fc.uint8Array({ minLength: referenceBytes, maxLength: referenceBytes });

describe("reference of an application", () => {
  it("a reference has only digits and letters that cannot be confused", () => {
    fc.assert(
      fc.property(eight, (bytes) => {
        expect(referenceFrom(bytes)).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/);
      }),
    );
  });

  it("each of the 32 characters of a reference is equally likely", () => {
    const times = new Map<string, number>();
    for (let byte = 0; byte < 256; byte += 1) {
      const [character = ""] = referenceFrom(new Uint8Array(referenceBytes).fill(byte));
      times.set(character, (times.get(character) ?? 0) + 1);
    }
    expect([...times.keys()].sort().join("")).toBe("0123456789ABCDEFGHJKMNPQRSTVWXYZ");
    expect(new Set(times.values())).toEqual(new Set([8]));
  });
});
