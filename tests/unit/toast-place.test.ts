import { describe, expect, it } from "vitest";
import { freePlace } from "@/components/ui/toast-place";
import { fc } from "../harness/random";

const strip = { height: 50, viewport: 700, inset: 16, now: 16 };

describe("the place of toasts", () => {
  it.each([
    ["the bottom, where nothing is", [], 16, 16],
    ["the bottom, between two controls", [590, 690], 16, 16],
    ["above a control at the bottom", [640], 16, 60],
    ["above two controls without room between them", [600, 660], 16, 100],
    ["between two controls with room between them", [540, 660], 16, 40],
    ["the present place, as long as it is free", [], 300, 300],
    ["the lowest place, once the present one is taken", [660, 350], 300, 40],
  ])("is %s", (_, tops, now, place) => {
    const controls = tops.map((top) => ({ top, bottom: top + 40 }));
    expect(freePlace(controls, { ...strip, now })).toBe(place);
  });

  it("is the bottom if there is room nowhere", () => {
    expect(freePlace([{ top: -100, bottom: 900 }], strip)).toBe(16);
    expect(freePlace([], { ...strip, height: 900 })).toBe(16);
  });

  it("never covers a control while any other place does not", () => {
    const control = fc.record({ top: fc.integer({ min: -50, max: 750 }), tall: fc.integer({ min: 10, max: 200 }) });
    fc.assert(
      fc.property(fc.array(control), fc.integer({ min: 16, max: 600 }), (given, now) => {
        const controls = given.map(({ top, tall }) => ({ top, bottom: top + tall }));
        const isFree = (distance: number) =>
          controls.every((one) => one.bottom <= 650 - distance || one.top >= 700 - distance);
        const place = freePlace(controls, { ...strip, now });
        const others = Array.from({ length: 700 - 50 - 16 - 16 + 1 }, (_, index) => index + 16);
        expect(isFree(place)).toBe(others.some(isFree));
      }),
    );
  });
});
