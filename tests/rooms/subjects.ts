import { office, officeGets, type Permission, type RestRow, staff, type World } from "../harness/callers";

const subject = { name: "Astronomy", spellings: ["stars"] };
const another = async ({ admin }: Pick<World, "admin">, name: string) => (await admin.subjects.add({ name }))._id;

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

export const requests = {
  "GET /api/subjects": officeGets(200),
  "POST /api/subjects": { ...officeGets(201), request: () => ({ json: subject }) },
  "PATCH /api/subjects/{id}": {
    ...officeGets(200),
    request: async (world) => ({ path: `/api/subjects/${await another(world, "Old Norse")}`, json: { retired: true } }),
  },
} satisfies Record<string, RestRow>;
