import { describe, expect, it } from "vitest";
import { siteDefaults } from "@/content/site";
import { db } from "@/server/db/client";
import { site } from "@/server/institute/published";
import { currentSite } from "@/server/institute/site";
import { refreshVersions, versionOf } from "@/server/response-cache/versions";
import { callerOf, createStudent, refusalOf, tokenFor } from "../factories";
import { officeOfEachTest } from "../harness/office";

const admin = officeOfEachTest();

const { facts, home, courses } = siteDefaults;
const named = (name: string) => ({ section: "facts" as const, value: { ...facts, name } });

/** Saves what a client of any kind may send. */
const save = (input: unknown) => (admin.institute.save as (input: unknown) => Promise<unknown>)(input);

/** Publishes one more version. */
async function publishAnother() {
  await admin.institute.save({ ...named("Another"), seen: null });
  return admin.institute.publish({ seen: 1 });
}

/** The version under which public pages are cached. */
async function keptUnder(): Promise<string | undefined> {
  await refreshVersions();
  return versionOf(["settings"])?.version;
}

describe("the institute's own site", () => {
  it("is edited by administrators only", async () => {
    for (const caller of [await callerOf(null), await callerOf(await tokenFor(await createStudent()))]) {
      expect((await refusalOf(caller.institute.get())).code).toMatch(/^(UNAUTHORIZED|FORBIDDEN)$/);
      const save = caller.institute.save({ ...named("Mine"), seen: null });
      expect((await refusalOf(save)).code).toMatch(/^(UNAUTHORIZED|FORBIDDEN)$/);
      expect((await refusalOf(caller.institute.publish({ seen: 1 }))).code).toMatch(/^(UNAUTHORIZED|FORBIDDEN)$/);
    }
    expect(await db().instituteVersion.count()).toBe(0);
  });

  it("says what the product's content says until something is published", async () => {
    expect(await admin.institute.get()).toEqual({
      ...{ content: siteDefaults, draft: null, changed: [], own: [], changes: [], published: null, versions: [] },
      base: " ",
    });
    expect(await currentSite()).toEqual(siteDefaults);
  });

  it("has a draft that nobody sees and that changes no cached page", async () => {
    const before = await keptUnder();
    const edited = await admin.institute.save({ ...named("Banyan School"), seen: null });
    expect(edited).toMatchObject({ draft: 1, changed: ["facts"], content: { facts: { name: "Banyan School" } } });
    expect(await keptUnder()).toBe(before);
    expect((await currentSite()).facts.name).toBe(facts.name);
    await admin.institute.discard({ seen: 1 });
    expect(await admin.institute.get()).toMatchObject({ draft: null, changed: [], content: siteDefaults });
  });

  it("has no state if the country has none in its addresses", async () => {
    const { state: _, ...withoutState } = facts;
    const values = [{ ...facts, state: "" }, withoutState];
    for (const [seen, value] of [[null, values[0]] as const, [1, values[1]] as const])
      expect(await save({ section: "facts", value, seen })).toMatchObject({ content: { facts: { state: "" } } });
  });

  it("is seen by everyone once it is published, and every cached page is made again", async () => {
    const before = await keptUnder();
    await admin.institute.save({ ...named("Banyan School"), seen: null });
    await admin.institute.save({ section: "courses", value: courses.slice(0, 1), seen: 1 });
    const edited = await admin.institute.publish({ seen: 2 });
    expect(edited).toMatchObject({
      draft: null,
      changed: [],
      own: ["facts", "courses"],
      published: { by: "Administrator" },
    });
    expect(await keptUnder()).not.toBe(before);
    expect(site()).toEqual({
      ...siteDefaults,
      facts: { ...facts, name: "Banyan School" },
      courses: courses.slice(0, 1),
    });
    const events = await db().auditEvent.findMany({ orderBy: { id: "asc" } });
    expect(events.map(({ action, detail }) => [action, detail])).toEqual([
      ["institute-edited", { section: "facts" }],
      ["institute-edited", { section: "courses" }],
      ["institute-published", null],
    ]);
  });

  it("keeps earlier versions, and one comes back as a draft", async () => {
    for (const name of ["First", "Second"]) {
      await admin.institute.save({ ...named(name), seen: null });
      await admin.institute.publish({ seen: 1 });
    }
    const { versions } = await admin.institute.get();
    expect(versions).toHaveLength(1);
    const id = versions[0]?._id ?? "";
    const draft = await admin.institute.bringBack({ id, seen: null });
    expect(draft).toMatchObject({ draft: 1, changed: ["facts"], content: { facts: { name: "First" } } });
    expect((await currentSite()).facts.name).toBe("Second");
    await admin.institute.publish({ seen: 1 });
    expect((await currentSite()).facts.name).toBe("First");
    const gone = admin.institute.bringBack({ id: crypto.randomUUID(), seen: null });
    expect((await refusalOf(gone)).code).toBe("NOT_FOUND");
  });

  it("keeps the latest twenty versions", async () => {
    for (let round = 0; round < 23; round += 1) {
      await admin.institute.save({ ...named(`Name ${round}`), seen: null });
      await admin.institute.publish({ seen: 1 });
    }
    const { versions } = await admin.institute.get();
    expect(versions).toHaveLength(20);
    expect(await db().instituteVersion.count()).toBe(21);
  });

  it("is changed by only one of two people at the same time; the other is told", async () => {
    const saves = ["Mine", "Yours"].map((name) => admin.institute.save({ ...named(name), seen: null }));
    const outcomes = await Promise.allSettled(saves);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect((await refusalOf(admin.institute.publish({ seen: 7 }))).code).toBe("CONFLICT");
    await admin.institute.publish({ seen: 1 });
    expect((await refusalOf(admin.institute.publish({ seen: 1 }))).code).toBe("CONFLICT");
  });

  it("is not changed by a screen from before a publication, whatever the number of the draft", async () => {
    const opened = await admin.institute.get();
    const { base } = await admin.institute.save({ ...named("Yours"), seen: null, base: opened.base });
    await admin.institute.publish({ seen: 1, base });
    const stale = { ...named("Mine"), seen: null, base: opened.base };
    expect((await refusalOf(admin.institute.save(stale))).code).toBe("CONFLICT");
    const { versions } = await publishAnother();
    const next = await admin.institute.save({ section: "courses", value: [], seen: null });
    const version = { id: versions[0]?._id ?? "", seen: 1, base };
    for (const act of [
      () => admin.institute.publish({ seen: 1, base }),
      () => admin.institute.discard({ seen: 1, base }),
      () => admin.institute.takeBack({ section: "courses", seen: 1, base }),
      () => admin.institute.bringBack(version),
    ])
      expect((await refusalOf(act())).code).toBe("CONFLICT");
    expect(await admin.institute.publish({ seen: 1, base: next.base })).toMatchObject({ content: { courses: [] } });
  });

  it("is not published by a screen that showed a draft that has been thrown away", async () => {
    const { base } = await admin.institute.save({ ...named("Mine"), seen: null });
    await admin.institute.discard({ seen: 1 });
    await admin.institute.save({ ...named("Yours"), seen: null });
    expect((await refusalOf(admin.institute.publish({ seen: 1, base }))).code).toBe("CONFLICT");
  });

  it("is not locked for good by thirty people who save at the same time", async () => {
    const saves = Array.from({ length: 30 }, (_, n) => admin.institute.save({ ...named(`Name ${n}`), seen: null }));
    const outcomes = await Promise.allSettled(saves);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });

  it("takes back one part of the draft, and the draft ends with the last part", async () => {
    await admin.institute.save({ ...named("Banyan School"), seen: null });
    const both = await admin.institute.save({ section: "courses", value: [], seen: 1 });
    expect(both.changes[0]).toEqual({ section: "facts", what: "Name", before: facts.name, after: "Banyan School" });
    const one = await admin.institute.takeBack({ section: "facts", seen: 2 });
    expect(one).toMatchObject({ draft: 3, changed: ["courses"], content: { facts, courses: [] } });
    const none = await admin.institute.takeBack({ section: "courses", seen: 3 });
    expect(none).toMatchObject({ draft: null, changed: [], changes: [], content: siteDefaults });
    expect((await refusalOf(admin.institute.takeBack({ section: "courses", seen: 3 }))).code).toBe("CONFLICT");
  });

  it("does not publish a draft that equals what is published", async () => {
    await admin.institute.save({ section: "home", value: home, seen: null });
    expect((await refusalOf(admin.institute.publish({ seen: 1 }))).code).toBe("CONFLICT");
  });

  it.each([
    ["an empty name", { ...facts, name: " " }, "name"],
    ["a name of 61 letters", { ...facts, name: "x".repeat(61) }, "name"],
    ["a year in words", { ...facts, founded: "long ago" }, "founded"],
    ["a map that is a script", { ...facts, mapLink: "javascript:alert(1)" }, "mapLink"],
    ["a link that is a script", { ...facts, links: [{ label: "Us", href: "data:text/html,hi" }] }, "href"],
    ["an address without a domain", { ...facts, email: "office" }, "email"],
  ])("refuses %s beside its field", async (_, value, field) => {
    const refusal = await refusalOf(save({ section: "facts", value, seen: null }));
    expect(refusal.code).toBe("BAD_REQUEST");
    expect(refusal.issues?.[0]?.path).toContain(field);
  });

  it("refuses pictures from elsewhere, unknown fields and too many items", async () => {
    const portrait = { src: "https://elsewhere.example/a.png", width: 1, height: 1 };
    const one = { name: "A", role: "B", portrait: null, links: [] };
    for (const value of [[{ ...one, portrait }], [{ ...one, admin: true }], Array.from({ length: 61 }, () => one)]) {
      expect((await refusalOf(save({ section: "team", value, seen: null }))).code).toBe("BAD_REQUEST");
    }
    expect(await db().instituteVersion.count()).toBe(0);
  });

  it("keeps texts as they are typed", async () => {
    const text = `<script>alert(1)</script> "क्षत्रिय" & {name} 👩‍🏫`;
    await save({ section: "courses", value: [{ ...courses[0], text }], seen: null });
    await admin.institute.publish({ seen: 1 });
    expect((await currentSite()).courses[0]?.text).toBe(text);
  });
});
