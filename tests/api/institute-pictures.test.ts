import { rm } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { beforeEach, describe, expect, it } from "vitest";
import { siteDefaults } from "@/content/site";
import { adoptLogo } from "@/features/institute/mutations-pictures";
import { db } from "@/server/db/client";
import { getFile } from "@/server/files/disk";
import { readLogo, sweepPictures } from "@/server/institute/pictures";
import { currentSite } from "@/server/institute/site";
import { type Caller, callerOf, createStaff, openStore, refusalOf } from "../factories";
import { officeOfEachTest } from "../harness/office";
import { addedPicture, arrivedPicture, hashIn, pictureKeys, plain, publishLogo } from "../harness/pictures";

const { onDisk, dataDir } = await openStore();

const admin = officeOfEachTest();
let visitor: Caller;

beforeEach(async () => {
  await rm(join(dataDir, "files"), { recursive: true, force: true });
  visitor = await callerOf(null);
});

const { facts, gallery } = siteDefaults;
const add = (kind: "logo" | "portrait" | "gallery" | "story", bytes: Uint8Array) => addedPicture(admin, kind, bytes);

/** The file of a picture, as it is stored. */
async function kept(src: string, name = src.split("/").at(-1) ?? ""): Promise<Buffer> {
  return getFile((await admin.institute.picture({ hash: hashIn(src), name })).key);
}

/** Publishes one picture as the gallery. */
async function publishGallery(pictures: { src: string; width: number; height: number }[]): Promise<void> {
  const value = pictures.map((picture) => ({ ...picture, alt: "The yard" }));
  const { draft } = await admin.institute.get();
  const saved = await admin.institute.save({ section: "gallery", value, seen: draft });
  await admin.institute.publish({ seen: saved.draft ?? 0 });
}

const seenBy = async (caller: Caller, { src }: { src: string }) => {
  const asked = { hash: hashIn(src), name: src.split("/").at(-1) ?? "" };
  return caller.institute.picture(asked).then(
    ({ isPublic }) => (isPublic ? "public" : "private"),
    () => "unknown",
  );
};

describe("pictures of the site", () => {
  it("are added by administrators only, and the uploaded file is deleted in any case", async () => {
    const office = await callerOf((await createStaff({ role: "office" })).token);
    for (const caller of [visitor, office]) {
      expect((await refusalOf(caller.institute.mayAddPicture())).code).toMatch(/^(UNAUTHORIZED|FORBIDDEN)$/);
      const adding = caller.institute.addPicture({ key: "a".repeat(48), kind: "logo" });
      expect((await refusalOf(adding)).code).toMatch(/^(UNAUTHORIZED|FORBIDDEN)$/);
    }
    const key = await arrivedPicture(admin, Buffer.from("no picture"));
    expect((await refusalOf(admin.institute.addPicture({ key, kind: "logo" }))).code).toBe("UNSUPPORTED_MEDIA_TYPE");
    expect(await onDisk()).toEqual([]);
    expect(await db().upload.count()).toBe(0);
    const unknown = admin.institute.addPicture({ key, kind: "logo" });
    expect((await refusalOf(unknown)).code).toBe("NOT_FOUND");
  });

  it("are encoded again in the sizes of their place, without what a camera has written", async () => {
    const photo = plain(4000, 3000)
      .withExif({ IFD0: { Artist: "Somebody at home" }, IFD3: { GPSLatitude: "21/1 8/1 0/1", GPSLatitudeRef: "N" } })
      .jpeg();
    const given = await photo.toBuffer();
    expect(given.includes("Somebody")).toBe(true);
    const picture = await add("gallery", given);
    expect(picture).toEqual({
      ...{ src: expect.stringMatching(/^\/pictures\/site\/[0-9a-f]{32}\/1600\.webp$/), width: 1600, height: 1200 },
    });
    const names = (await db().institutePictureFile.findMany()).map(({ name }) => name).sort();
    expect(names).toEqual(["1280.webp", "160.webp", "1600.webp", "320.webp", "640.webp", "960.webp"]);
    for (const key of await pictureKeys()) {
      const { format, exif, width } = await sharp(await getFile(key)).metadata();
      expect([format, exif]).toEqual(["webp", undefined]);
      expect(names).toContain(`${width}.webp`);
    }
    expect((await onDisk()).sort()).toEqual((await pictureKeys()).sort());
    expect(await db().upload.count({ where: { state: "published", ownerKind: "picture", store: "embedded" } })).toBe(6);
  });

  it("are turned upright, and portraits get the shape of the others", async () => {
    const onItsSide = await plain(900, 600).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    expect(await add("story", onItsSide)).toMatchObject({ width: 600, height: 900 });
    expect(await add("portrait", onItsSide)).toMatchObject({ width: 640, height: 720 });
    expect(await add("portrait", await plain(90, 60).png().toBuffer())).toMatchObject({ width: 640, height: 720 });
  });

  it("may have 50 megapixels, and not more than 64 million", async () => {
    const large = await plain(8160, 6144).jpeg().toBuffer();
    const started = performance.now();
    expect(await add("gallery", large)).toMatchObject({ width: 1600, height: 1205 });
    expect(performance.now() - started).toBeLessThan(15_000);
    const larger = add("gallery", await plain(9000, 7200).png().toBuffer());
    expect(await refusalOf(larger)).toMatchObject({
      issues: [{ path: ["file"], message: expect.stringMatching(/more than 64 million pixels/) }],
    });
  }, 60_000);

  it("are refused with an explanation if they are another kind of file, damaged or cut off, whatever their name", async () => {
    const png = await plain(200, 100).png().toBuffer();
    const svg = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>`);
    const html = Buffer.from("<!doctype html><script>alert(1)</script>");
    const jpeg = await plain(200, 100).jpeg().toBuffer();
    const others = [svg, html, Buffer.concat([png.subarray(0, 8), svg]), png.subarray(0, 60), jpeg.subarray(0, 300)];
    for (const bytes of [...others, await plain(10, 10).webp().toBuffer(), await plain(10, 10).gif().toBuffer()]) {
      expect(await refusalOf(add("gallery", bytes))).toMatchObject({
        code: "UNSUPPORTED_MEDIA_TYPE",
        issues: [{ path: ["file"], message: expect.stringMatching(/^This is not a PNG or JPEG picture/) }],
      });
    }
    expect(await db().institutePicture.count()).toBe(0);
    expect(await onDisk()).toEqual([]);
  });

  it("are the same picture when they are sent twice, also at the same time", async () => {
    const bytes = await plain(300, 200).png().toBuffer();
    const [one, other] = await Promise.all([add("gallery", bytes), add("gallery", bytes)]);
    expect(one).toEqual(other);
    expect(await add("gallery", bytes)).toEqual(one);
    expect(await db().institutePicture.count()).toBe(1);
    expect((await add("story", bytes)).src).not.toBe(one?.src);
  });

  it("are for administrators until they are published, then for everyone, and for administrators again once replaced", async () => {
    const first = await add("gallery", await plain(300, 200).png().toBuffer());
    const second = await add("gallery", await plain(300, 200, "#205080").png().toBuffer());
    const office = await callerOf((await createStaff({ role: "office" })).token);
    for (const caller of [visitor, office]) expect(await seenBy(caller, first)).toBe("unknown");
    expect(await seenBy(admin, first)).toBe("private");
    await admin.institute.save({ section: "gallery", value: [{ ...first, alt: "Yard" }], seen: null });
    expect(await seenBy(visitor, first)).toBe("unknown");
    await publishGallery([first]);
    expect(await seenBy(visitor, first)).toBe("public");
    expect(await refusalOf(visitor.institute.picture({ hash: hashIn(first.src), name: "9.webp" }))).toMatchObject({
      code: "NOT_FOUND",
    });
    await publishGallery([second]);
    // An open page still finds it for an hour.
    expect(await seenBy(visitor, first)).toBe("private");
    await db().instituteVersion.updateMany({
      where: { state: { not: "draft" } },
      data: { publishedAt: new Date(Date.now() - 61 * 60 * 1000) },
    });
    expect(await seenBy(visitor, first)).toBe("unknown");
    expect(await seenBy(admin, first)).toBe("private");
  });

  it("can be found by an open page for an hour, however often the site is published in that hour", async () => {
    const pictures = [];
    for (const width of [300, 310, 320, 330]) {
      const picture = await add("gallery", await plain(width, 200).png().toBuffer());
      pictures.push(picture);
      await publishGallery([picture]);
      // Only the first one was replaced before the hour.
      if (pictures.length < 3)
        await db().instituteVersion.updateMany({
          where: { state: "published" },
          data: { publishedAt: new Date(Date.now() - (4 - pictures.length) * 30 * 60 * 1000 - 60_000) },
        });
    }
    const seen = await Promise.all(pictures.map((picture) => seenBy(visitor, picture)));
    expect(seen).toEqual(["unknown", "private", "private", "public"]);
  });

  it("cannot be named in a draft if they are not stored", async () => {
    const src = `/pictures/site/${"0".repeat(32)}/300.webp`;
    const value = [{ src, width: 300, height: 200, alt: "Nothing" }];
    const refusal = await refusalOf(admin.institute.save({ section: "gallery", value, seen: null }));
    expect(refusal).toMatchObject({ code: "BAD_REQUEST", message: expect.stringMatching(/no longer kept/) });
  });

  it("are deleted with their files once no version names them", async () => {
    const [used, left] = [
      await add("gallery", await plain(300, 200).png().toBuffer()),
      await add("gallery", await plain(310, 200).png().toBuffer()),
    ];
    await publishGallery([used]);
    const tomorrow = new Date(Date.now() + 60_000);
    expect(await sweepPictures(new Date(Date.now() - 60_000))).toBe(0);
    expect(await sweepPictures(tomorrow)).toBe(2);
    expect(await seenBy(admin, left)).toBe("unknown");
    expect((await onDisk()).sort()).toEqual((await pictureKeys()).sort());
    await publishGallery(gallery);
    expect(await sweepPictures(tomorrow)).toBe(0);
    // One of the last twenty versions has it.
    expect(await seenBy(admin, used)).toBe("private");
    await db().instituteVersion.deleteMany({ where: { state: "earlier" } });
    expect(await sweepPictures(tomorrow)).toBe(2);
    expect([await onDisk(), await db().upload.count()]).toEqual([[], 0]);
  });

  it("are deleted even behind a thousand files that are in use", async () => {
    await add("gallery", await plain(300, 200).png().toBuffer());
    const keys = await pictureKeys();
    await db().institutePicture.deleteMany();
    await db().$executeRaw`
      with owner as (insert into institute_pictures (id, kind, hash, width, height, created_at)
        values (gen_random_uuid(), 'gallery', repeat('f', 32), 300, 200, now() + interval '1 day') returning id),
      made as (insert into uploads (key, state, owner_kind, owner_id, store, name, size, type, changed_at)
        select lpad(n::text, 48, '0'), 'published', 'picture', owner.id, 'embedded', 'x', 1, 'image/webp', now()
        from owner, generate_series(1, 1000) n returning key, owner_id)
      insert into institute_picture_files (picture_id, name, upload_key) select owner_id, right(key, 12) || '.webp', key from made`;
    expect(await sweepPictures(new Date(Date.now() + 60_000))).toBe(keys.length);
    expect(await onDisk()).toEqual([]);
  });
});

describe("the logo", () => {
  it("has files for paper, mails and the browser beside those of the site", async () => {
    const png = await plain(1200, 300).png().toBuffer();
    const logo = await add("logo", png);
    expect(logo).toMatchObject({ width: 480, height: 120 });
    const { files } = await db().institutePicture.findFirstOrThrow({ include: { files: true } });
    expect(files.map(({ name }) => name).sort()).toEqual(
      ["160.webp", "320.webp", "480.webp", "icon.png", "mail.png", "print.png", "touch.png"].sort(),
    );
    expect(await sharp(await kept(logo.src, "touch.png")).metadata()).toMatchObject({ width: 180, height: 180 });
    const photo = await add("logo", await plain(1200, 300).jpeg().toBuffer());
    expect(await sharp(await kept(photo.src, "print.jpg")).metadata()).toMatchObject({ width: 800, height: 200 });
    expect(await readLogo("print")).toBeNull();
    await publishLogo(admin, png);
    await currentSite();
    expect(await readLogo("print")).toMatchObject({ width: 480, height: 120 });
  });

  it("of an earlier version of the product is taken over once, into what is published and into the draft", async () => {
    const bytes = Uint8Array.from(await plain(400, 200).png().toBuffer());
    await db().logo.create({ data: { place: "letters", bytes, type: "image/png", width: 400, height: 200 } });
    await admin.institute.save({ section: "facts", value: { ...facts, name: "Banyan School" }, seen: null });
    await adoptLogo();
    const { logo } = (await currentSite()).facts;
    expect(logo).toMatchObject({ width: 288, height: 144 });
    expect((await currentSite()).facts).toEqual({ ...facts, logo });
    expect((await admin.institute.get()).content.facts).toEqual({ ...facts, name: "Banyan School", logo });
    await adoptLogo();
    expect(await db().logo.count()).toBe(0);
    expect(await db().instituteVersion.count()).toBe(2);
    expect(await seenBy(visitor, logo ?? { src: "" })).toBe("public");
  });
});
