import { describe, expect, it, vi } from "vitest";
import { controlsBeside, freePlace } from "@/components/ui/toast-place";
import { partOf } from "../harness/part-of";
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

const at = (left: number, right: number, top = 850) => ({
  checkVisibility: () => true,
  getBoundingClientRect: () => ({ left, right, top, bottom: top + 36, width: right - left, height: 36 }),
});
const toasts = (left: number, right: number): Element =>
  partOf({ querySelector: () => at(left, right), contains: () => false });
/** What a page or dialog answers to a search for dialogs or for controls. */
const holding = (own: unknown[], dialogs: unknown[] = []) => ({
  querySelectorAll: (which: string) => (which.includes("dialog") ? dialogs : own),
});

it("only controls above or below the toasts are in their way: on a desktop, not the whole page", () => {
  const [sidebar, importRows, hidden] = [at(16, 228), at(1140, 1260), at(1100, 1100)];
  vi.stubGlobal("document", holding([sidebar, importRows, hidden]));
  expect(controlsBeside(toasts(896, 1264))).toEqual([importRows.getBoundingClientRect()]);
  expect(controlsBeside(toasts(16, 1264))).toHaveLength(2);
  vi.unstubAllGlobals();
});

it("on a phone, an open dialog's button is in the way of the toasts, but not what the dialog covers", () => {
  const [rows, end] = [[10, 80, 160, 240, 320, 400, 480, 560].map((top) => at(16, 344, top)), at(16, 344, 640)];
  const question = holding([end]);
  const placed = () => freePlace(controlsBeside(toasts(16, 344)), { ...strip, height: 60 });
  vi.stubGlobal("document", holding([...rows, end], [question]));
  expect(placed()).toBe(60);
  // Of two dialogs, the later one is in front.
  vi.stubGlobal("document", holding([...rows, end], [holding(rows), question]));
  expect(placed()).toBe(60);
  vi.stubGlobal("document", holding([...rows, end]));
  expect(placed()).toBe(16);
  vi.unstubAllGlobals();
});
