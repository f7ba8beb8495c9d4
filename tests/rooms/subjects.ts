import { office, type Permission, staff, type World } from "../harness/callers";

const subject = { name: "Astronomy", spellings: ["stars"] };
const another = async ({ admin }: World, name: string) => (await admin.subjects.add({ name }))._id;

export const procedures = {
  "subjects.list": { ...office, readOnly: true },
  "subjects.names": { ...staff, readOnly: true },
  "subjects.add": { ...office, input: () => subject },
  "subjects.edit": {
    ...office,
    input: async (world) => ({ id: await another(world, "Stars above"), name: "Astrophysics" }),
  },
  "subjects.retire": {
    ...office,
    input: async (world) => ({ id: await another(world, "Latin"), retired: true }),
  },
} satisfies Record<string, Permission>;
