import { beforeEach, describe, expect, it } from "vitest";
import { db } from "@/server/db/client";
import { callerOf, schoolYear } from "../factories";
import { type NoticeGiven, published, toClass7A } from "../harness/notices";
import { officeOfEachTest } from "../harness/office";

const office = officeOfEachTest();

beforeEach(async () => {
  await schoolYear();
});

const publish = (given: Partial<NoticeGiven> = {}) => published(office, { ...toClass7A, ...given });

describe("what everybody can read", () => {
  it("is public notices only, as long as they last, pinned ones first", async () => {
    const everyone = { audience: [{ kind: "public" as const }] };
    await publish({ ...everyone, title: "pinned", pinned: true });
    await publish({ ...everyone, title: "latest" });
    await publish({ title: "class" });
    const { id } = await publish({ ...everyone, title: "over" });
    await db().notice.update({ where: { id }, data: { expiresAt: new Date() } });
    await office.notices.add({ ...toClass7A, ...everyone, title: "draft" });
    const { notices } = await callerOf(null);
    expect((await notices.listPublic()).items.map(({ title }) => title)).toEqual(["pinned", "latest"]);
  });
});

describe("the link to a public notice", () => {
  it("leads to the page that holds the notice, however many are newer, and to the first page once it has ended", async () => {
    const { notices } = await callerOf(null);
    const everyone = { audience: [{ kind: "public" as const }] };
    const ids: string[] = [];
    for (const title of ["pinned", "first", "second", "third", "fourth"]) {
      ids.push((await publish({ ...everyone, title, pinned: title === "pinned" })).id);
    }
    const [pinned, ...others] = ids;
    const [first = ""] = others;
    // Two notices of the same moment keep their order, too.
    await db().notice.updateMany({ where: { id: { in: others.slice(0, 2) } }, data: { publishedAt: new Date(0) } });
    const { groupText } = await office.notices.get({ id: first });
    expect(groupText).toMatch(new RegExp(`/notices\\?notice=${first}#${first}$`));
    const pages = [];
    for (const notice of [pinned, ...others.toReversed()]) {
      const { items, page } = await notices.listPublic({ limit: 1, notice });
      expect(items.map(({ _id }) => _id)).toEqual([notice]);
      pages.push(page);
    }
    expect(pages).toEqual([1, 2, 3, 4, 5]);
    await db().notice.update({ where: { id: first }, data: { expiresAt: new Date() } });
    expect(await notices.listPublic({ limit: 1, notice: first })).toMatchObject({ page: 1, items: [{ _id: pinned }] });
  });
});

it.each([
  [["public"], "/notices?notice="],
  [["staff"], "/admin/notices/for-me/"],
  [["staff", "students"], "/user/notices/"],
  [["students"], "/user/notices/"],
] as const)("the text for a group links to where its readers can open the notice: %j", async (kinds, path) => {
  const { id } = await publish({ audience: kinds.map((kind) => ({ kind })) });
  expect((await office.notices.get({ id })).groupText.split("\n").at(-1)).toContain(`${path}${id}`);
});
