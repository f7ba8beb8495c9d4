import { describe, expect, it } from "vitest";
import { siteDefaults } from "@/content/site";
import { changesBetween } from "@/features/institute/rules-changes";
import { type SiteContent, siteSections } from "@/lib/site-content";

const changed = (more: Partial<SiteContent>) =>
  changesBetween(siteDefaults, { ...siteDefaults, ...more }, siteSections);
const picture = { src: `/pictures/site/${"a".repeat(32)}/320.webp`, width: 320, height: 200 };

describe("what a draft changes", () => {
  it("is nothing if nothing was changed", () => expect(changed({})).toEqual([]));

  it("names fields with their old and new texts", () => {
    const facts = { ...siteDefaults.facts, name: "Banyan School", logo: picture, mapLink: "https://maps.example/b" };
    expect(changed({ facts })).toEqual([
      { section: "facts", what: "Name", before: "Lyceum", after: "Banyan School" },
      { section: "facts", what: "Logo", before: "", after: "a picture" },
      { section: "facts", what: "Link to a map", before: "", after: "https://maps.example/b" },
    ]);
  });

  it("names items that were added, removed, moved, renamed or changed", () => {
    const [first, second, ...rest] = siteDefaults.courses;
    if (!first || !second) throw new Error("There are courses.");
    const added = { ...first, title: "Sanskrit" };
    expect(changed({ courses: [second, first, ...rest] })).toEqual([
      { section: "courses", what: "Courses", before: "", after: "in another order" },
    ]);
    expect(changed({ courses: [second, ...rest] })).toEqual([
      { section: "courses", what: "Course", before: first.title, after: "" },
    ]);
    expect(changed({ courses: [first, added, second, ...rest] })).toEqual([
      { section: "courses", what: "Course", before: "", after: "Sanskrit" },
    ]);
    expect(changed({ courses: [{ ...first, fees: "₹900" }, second, ...rest] })).toEqual([
      { section: "courses", what: `${first.title}: Fees`, before: "", after: "₹900" },
    ]);
    expect(changed({ courses: [{ ...first, title: "Beginnings" }, second, ...rest] })).toEqual([
      { section: "courses", what: `${first.title}: Name`, before: first.title, after: "Beginnings" },
    ]);
  });

  it("names items that were removed, added or moved, even if other things changed as well", () => {
    const [first, second, third, ...rest] = siteDefaults.courses;
    if (!first || !second || !third) throw new Error("There are three courses.");
    const added = { ...first, title: "Sanskrit" };
    expect(changed({ courses: [second, third, ...rest, added] })).toEqual([
      { section: "courses", what: "Course", before: first.title, after: "" },
      { section: "courses", what: "Course", before: "", after: "Sanskrit" },
    ]);
    expect(changed({ courses: [second, { ...first, fees: "₹900" }, third, ...rest] })).toEqual([
      { section: "courses", what: "Courses", before: "", after: "in another order" },
      { section: "courses", what: `${first.title}: Fees`, before: "", after: "₹900" },
    ]);
  });

  it("tells items of the same name apart", () => {
    const { home } = siteDefaults;
    const [students, hours] = home.statistics.filter(({ value }) => value === "500+");
    if (!students || !hours) throw new Error("There are two numbers of one name.");
    const numbers = (statistics: typeof home.statistics) => changed({ home: { ...home, statistics } });
    const added = { value: "20", label: "teachers", hidden: false };
    expect(numbers([...home.statistics, added])).toEqual([
      { section: "home", what: "Number", before: "", after: "20" },
    ]);
    for (const gone of [students, hours])
      expect(numbers(home.statistics.filter((one) => one !== gone))).toEqual([
        { section: "home", what: "Number", before: "500+", after: "" },
      ]);
    const renamed = home.statistics.map((one) => (one === hours ? { ...one, label: "lessons" } : one));
    expect(numbers([added, ...renamed])).toEqual([
      { section: "home", what: "Number", before: "", after: "20" },
      { section: "home", what: "500+: Of what", before: hours.label, after: "lessons" },
    ]);
  });

  it("cuts long texts", () => {
    const about = { ...siteDefaults.about, mission: "x".repeat(500) };
    expect(changed({ about })[0]?.after).toHaveLength(120);
  });
});
