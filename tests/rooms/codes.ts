import { everyone, office, type Permission, student, type World } from "../harness/callers";

const codeOf = async (world: World) =>
  (await world.admin.codes.make({ personId: await numbered(world), purpose: "join" })).code;

let count = 0;
const numbered = async ({ admin }: World) =>
  (await admin.students.add({ name: "Nila Sen", admissionNo: `KV-${++count}` }))._id;

const someone = async ({ admin }: World) => (await admin.students.add({ name: "Nila Sen" }))._id;

const guardian = { name: "Mira Rao", relation: "mother" };

export const procedures = {
  "codes.own": { ...student, readOnly: true },
  "codes.makeOwn": {
    ...{ ...student, guardian: "NOT_FOUND", strangersGuardian: "NOT_FOUND" },
    why: "Students make codes for their guardians.",
    input: () => guardian,
  },
  "codes.endOwn": {
    ...{ ...student, userA: "CONFLICT", userB: "CONFLICT", guardian: "CONFLICT", strangersGuardian: "CONFLICT" },
    why: "The code of the office is not the student’s to end.",
    input: async ({ admin, idOfA }) => {
      await admin.codes.makeLink({ studentId: idOfA, ...guardian });
      return { id: (await admin.codes.list({ personId: idOfA })).items[0]?._id };
    },
  },
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
      const { items } = await world.admin.codes.list({ personId });
      return { id: items[0]?._id };
    },
  },
  "codes.invite": { ...office, input: async (world) => ({ personId: await someone(world) }), readOnly: true },
  "codes.previewInvite": { ...office, input: ({ idOfA }) => ({ students: [idOfA] }), readOnly: true },
  "codes.inviteMany": { ...office, input: ({ idOfA }) => ({ students: [idOfA] }), readOnly: true },
  "codes.look": { ...everyone, input: async (world) => ({ code: await codeOf(world) }), readOnly: true },
  "codes.join": { ...everyone, input: async (world) => ({ code: await codeOf(world), password: world.password }) },
  "codes.decline": { ...everyone, input: async (world) => ({ code: await codeOf(world) }) },
  "codes.link": {
    ...student,
    ...{ userA: "CONFLICT", userB: "CONFLICT" },
    why: "Students are no guardians.",
    input: async (world) => ({
      code: (await world.admin.codes.makeLink({ studentId: await someone(world), ...guardian })).code,
      consent: true,
    }),
  },
} satisfies Record<string, Permission>;
