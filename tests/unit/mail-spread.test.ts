import fc from "fast-check";
import { expect, it } from "vitest";
import { momentOfPlace, spread } from "@/server/mail/spread";

it.each([
  [
    [41, 0, [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]],
    [41, 0, 0],
  ],
  [
    [9000, 0, [2000, 2000]],
    [2000, 2000, 5000],
  ],
  [
    [100, 1950, [2000, 2000]],
    [50, 50, 0],
  ],
  [
    [100, 5000, [2000, 2000]],
    [0, 0, 100],
  ],
  [
    [100, 0, [-5, 2000]],
    [0, 100, 0],
  ],
] as const)("emails, those ahead of them and the room of each day: %j leave as %j", ([count, ahead, rooms], days) => {
  expect(spread(count, ahead, rooms)).toEqual(days);
});

it("every email leaves once, and no day takes more than it has room for", () => {
  const number = fc.nat(10_000);
  fc.assert(
    fc.property(
      number,
      number,
      fc.array(fc.integer({ min: -100, max: 10_000 }), { maxLength: 5 }),
      (count, ahead, rooms) => {
        const days = spread(count, ahead, rooms);
        expect(days.reduce((sum, one) => sum + one, 0)).toBe(count);
        for (const [index, room] of rooms.entries()) expect(days[index]).toBeLessThanOrEqual(Math.max(0, room));
      },
    ),
  );
});

it.each([
  [1, { room: 2, perMinute: null, perDay: 2 }, "10:00:00"],
  [3, { room: 2, perMinute: null, perDay: 2 }, "24:00:00"],
  [5, { room: 2, perMinute: null, perDay: 2 }, "48:00:00"],
  [3, { room: -4, perMinute: 30, perDay: 2 }, "48:00:00"],
  [4, { room: -4, perMinute: 30, perDay: 2 }, "48:00:02"],
  [61, { room: 0, perMinute: 30, perDay: null }, "10:02:00"],
])("the email at place %i with %j leaves at %s", (place, pace, time) => {
  const midnight = new Date("2026-11-25T00:00:00Z");
  const [hours = 0, minutes = 0, seconds = 0] = time.split(":").map(Number);
  const at = new Date(midnight.getTime() + ((hours - 24) * 3600 + minutes * 60 + seconds) * 1000);
  expect(momentOfPlace(place, { now: new Date("2026-11-24T10:00:00Z"), midnight, ...pace })).toEqual(at);
});
