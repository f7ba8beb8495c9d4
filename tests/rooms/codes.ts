import { office, type Permission, type World } from "../harness/callers";

const someone = async ({ admin }: World) => (await admin.students.add({ name: "Nila Sen" }))._id;

export const procedures = {
  "codes.list": { ...office, input: ({ idOfA }) => ({ personId: idOfA }), readOnly: true },
  "codes.make": { ...office, input: async (world) => ({ personId: await someone(world), purpose: "join" }) },
  "codes.makeLink": {
    ...office,
    input: ({ idOfA }) => ({ studentId: idOfA, name: "Mira Rao", relation: "mother" }),
  },
  "codes.revoke": {
    ...office,
    input: async (world) => {
      const personId = await someone(world);
      await world.admin.codes.make({ personId, purpose: "join" });
      const [code] = await world.admin.codes.list({ personId });
      return { id: code?._id };
    },
  },
} satisfies Record<string, Permission>;
