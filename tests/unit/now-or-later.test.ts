import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, expect, it, vi } from "vitest";
import { NowOrLater } from "@/components/ui/now-or-later";

afterEach(() => void vi.useRealTimers());

it.each([
  // The institute's clock is five and a half hours ahead of UTC.
  ["2026-11-29T12:29:00Z", "2026-11-29"],
  ["2026-11-29T12:30:00Z", "2026-11-30"],
  ["2026-11-29T18:31:00Z", "2026-11-30"],
  ["2026-12-31T15:00:00Z", "2027-01-01"],
])("at %s, six o'clock on %s is proposed, which is still ahead", (now, day) => {
  vi.useFakeTimers({ now: new Date(now), toFake: ["Date"] });
  const props = { isLater: true, onChoose: () => {}, faults: {} };
  const values = renderToStaticMarkup(createElement(NowOrLater, props)).matchAll(
    /name="(date|time)"[^>]*value="([^"]*)"/g,
  );
  expect([...values].map(([, name, value]) => `${name} ${value}`)).toEqual([`date ${day}`, "time 18:00"]);
});
