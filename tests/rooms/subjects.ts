import { administrator, type Permission, type World } from "../harness/callers";

const subject = { name: "Astronomy", spellings: ["stars"] };
const another = async ({ admin }: World, name: string) => (await admin.subjects.add({ name }))._id;

export const procedures = {
  "subjects.list": { ...administrator, readOnly: true },
  "subjects.names": { ...administrator, readOnly: true },
  "subjects.add": { ...administrator, input: () => subject },
  "subjects.edit": {
    ...administrator,
    input: async (world) => ({ id: await another(world, "Stars above"), name: "Astrophysics" }),
  },
  "subjects.retire": {
    ...administrator,
    input: async (world) => ({ id: await another(world, "Latin"), retired: true }),
  },
} satisfies Record<string, Permission>;
