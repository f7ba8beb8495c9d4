import { describe, expect, it } from "vitest";
import { dateIn, shownDate, shownDay, shownMoment, shownZone } from "@/lib/dates";

describe("a calendar date", () => {
  it("is shown as it was entered, wherever the reader is", () => {
    expect(shownDate("2026-11-20")).toBe("20 Nov 2026");
    expect(shownDay("2026-11-20")).toBe("Friday, 20 Nov 2026");
  });

  it.each([
    ["2026-11-19T18:29:59Z", "2026-11-19"],
    ["2026-11-19T18:30:00Z", "2026-11-20"],
  ])("begins at the institute's midnight: %s is the %s in Kolkata", (moment, date) => {
    expect(dateIn("Asia/Kolkata", new Date(moment))).toBe(date);
  });
});

describe("a moment", () => {
  it("is said with the zone whose clock shows it", () => {
    expect(shownZone("Asia/Kolkata", new Date("2026-11-20"))).toBe("Asia/Kolkata (GMT+5:30)");
    expect(shownZone("Europe/Berlin", new Date("2026-07-20"))).toBe("Europe/Berlin (GMT+2)");
  });

  it("is shown on the institute's clock", () => {
    expect(shownMoment(new Date("2026-11-19T18:35:00Z"), "Asia/Kolkata")).toBe("20 Nov 2026, 00:05");
  });
});
