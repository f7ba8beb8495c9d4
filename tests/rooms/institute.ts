import { siteDefaults } from "@/content/site";
import { db } from "@/server/db/client";
import {
  administrator,
  administratorGets,
  everyone,
  type Permission,
  type RestRow,
  type World,
} from "../harness/callers";
import { arrivedPicture, plain, publishLogo } from "../harness/pictures";

const tiny = () => plain(12, 8).png().toBuffer();

/** The draft's version; makes a draft where there is none. */
async function seen({ admin }: World): Promise<number | null> {
  const { draft } = await admin.institute.get();
  if (draft !== null) return draft;
  const facts = { ...siteDefaults.facts, name: "Banyan School" };
  return (await admin.institute.save({ section: "facts", value: facts, seen: null })).draft;
}

async function earlier(): Promise<string> {
  const publishedAt = new Date();
  return (await db().instituteVersion.create({ data: { state: "earlier", content: siteDefaults, publishedAt } })).id;
}

export const procedures = {
  "institute.get": { ...administrator, readOnly: true },
  // This call publishes the draft, so it comes before those that name it.
  "institute.picture": {
    ...everyone,
    input: async ({ admin }) => {
      await publishLogo(admin, await tiny());
      const { hash } = await db().institutePicture.findFirstOrThrow();
      return { hash, name: "print.png" };
    },
    readOnly: true,
  },
  "institute.save": {
    ...administrator,
    input: async (world) => ({ section: "courses", value: [], seen: await seen(world) }),
  },
  "institute.publish": { ...administrator, input: async (world) => ({ seen: await seen(world) }) },
  "institute.discard": { ...administrator, input: async (world) => ({ seen: await seen(world) }) },
  "institute.bringBack": {
    ...administrator,
    input: async (world) => ({ id: await earlier(), seen: await seen(world) }),
  },
  "institute.takeBack": {
    ...administrator,
    input: async (world) => ({ section: "facts", seen: await seen(world) }),
  },
  "institute.mayAddPicture": { ...administrator, readOnly: true },
  "institute.addPicture": {
    ...administrator,
    input: async ({ admin }) => ({ key: await arrivedPicture(admin, await tiny()), kind: "gallery" }),
  },
} satisfies Record<string, Permission>;

export const requests = {
  "POST /api/institute/pictures": {
    ...administratorGets(201),
    request: async () => {
      const body = new FormData();
      body.set("kind", "gallery");
      body.set("file", new File([Uint8Array.from(await tiny())], "yard.png", { type: "image/png" }));
      return { path: "/api/institute/pictures", body };
    },
  },
} satisfies Record<string, RestRow>;
