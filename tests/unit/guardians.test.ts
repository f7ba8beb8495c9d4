import { describe, expect, it } from "vitest";
import { addressFrom, initialOf, namedChild, newsOf, placeOf, waysTo } from "@/features/guardians/rules";

const latest = { subject: "English", examName: "Unit Test 3", className: "7", grade: "A", percentage: 82.5 };

describe("a child in words", () => {
  it.each([
    ["Asha Rao", "A"],
    ["  émile", "É"],
    ["अद्वैत", "अ"],
    ["निशा", "नि"],
    ["", ""],
  ])("the initial of %j is %j, with its marks", (name, initial) => {
    expect(initialOf(name)).toBe(initial);
  });

  it.each([
    [{ className: "7", section: "A", coming: null }, "Class 7 A", "Asha, Class 7 A"],
    [{ className: "7", section: null, coming: null }, "Class 7", "Asha, Class 7"],
    [{ className: null, section: null, coming: null }, "not in a class", "Asha"],
    [
      { className: null, section: null, coming: { className: "4", section: "A", fromDay: "2027-04-01" } },
      "Class 4 A from 1 Apr 2027",
      "Asha, Class 4 A from 1 Apr 2027",
    ],
  ])("%j is %s, and in a heading %s", (place, words, heading) => {
    expect(placeOf(place)).toBe(words);
    expect(namedChild({ name: "Asha", ...place })).toBe(heading);
  });

  it.each([
    [{ latest: null, unread: 0 }, "Results appear here once they are released."],
    [{ latest, unread: 0 }, "Latest: English, Unit Test 3"],
    [{ latest, unread: 1 }, "New: English, Unit Test 3"],
    [{ latest, unread: 4 }, "4 new results, the latest: English, Unit Test 3"],
    [{ latest: { ...latest, subject: null, examName: null }, unread: 0 }, "Latest: Class 7 result"],
  ])("with %j has the news: %s", (child, news) => {
    expect(newsOf(child)).toBe(news);
  });
});

describe("ways to a child", () => {
  it.each([
    ["/user/results", "/user/results?child=a"],
    ["/user/tests", "/user/tests?child=a"],
    ["/user/my-materials", "/user/my-materials?child=a"],
    ["/user/today", "/user/results?child=a"],
    ["/user/account", "/user/results?child=a"],
  ])("a choice on %s leads to %s", (path, address) => {
    expect(addressFrom(path, "a")).toBe(address);
  });

  it("a card leads to pages of its side, and to the pages of a class only if there is one", () => {
    const hrefs = (side: "user" | "admin", classes: string[]) =>
      waysTo({ _id: "a", classes }, side).map(({ href }) => href);
    expect(hrefs("user", [])).toEqual(["/user/results?child=a", "/user/my-materials?child=a", "/user/tests?child=a"]);
    expect(hrefs("admin", [])).toEqual(["/admin/children/a"]);
    expect(hrefs("admin", ["7"]).slice(1)).toEqual(["/study-materials?className=7", "/show-schedule?className=7"]);
    expect(hrefs("admin", ["8", "7"]).slice(1)).toEqual(["/study-materials", "/show-schedule"]);
  });
});
