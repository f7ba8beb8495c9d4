import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { referenceBytes, referenceFrom } from "@/features/services/rules";

const eight = fc.uint8Array({ minLength: referenceBytes, maxLength: referenceBytes });

describe("a reference", () => {
  it("is made of figures and of letters that nobody takes for another", () => {
    fc.assert(
      fc.property(eight, (bytes) => {
        expect(referenceFrom(bytes)).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/);
      }),
    );
  });

  it("can be made of each of the 32 characters, each from as many bytes", () => {
    const times = new Map<string, number>();
    for (let byte = 0; byte < 256; byte += 1) {
      const [character = ""] = referenceFrom(new Uint8Array(referenceBytes).fill(byte));
      times.set(character, (times.get(character) ?? 0) + 1);
    }
    expect([...times.keys()].sort().join("")).toBe("0123456789ABCDEFGHJKMNPQRSTVWXYZ");
    expect(new Set(times.values())).toEqual(new Set([8]));
  });
});
