import {
  member,
  membersGet,
  office,
  officeGets,
  type Permission,
  type RestRow,
  student,
  type World,
} from "../harness/callers";

const added = ({ idOfA }: Pick<World, "idOfA">) => ({ studentId: idOfA, name: "Mira Rao", relation: "mother" });
const linked = async (world: Pick<World, "admin" | "idOfA">) => (await world.admin.guardians.add(added(world)))._id;
const guardianOf = async (world: Pick<World, "admin" | "idOfA">) => ({
  guardianId: (await world.admin.guardians.add(added(world))).guardianId,
});
const quiet = { quietly: true, reason: "An order of the court" };
const ofA = ({ idOfA }: Pick<World, "idOfA">) => ({ studentId: idOfA });
const guardianOfA = {
  ...student,
  ...({ userA: "NOT_FOUND", userB: "NOT_FOUND", strangersGuardian: "NOT_FOUND" } as const),
  why: "Of A’s link, it is A’s guardian who decides.",
} as const;

export const procedures = {
  "guardians.children": { ...member, readOnly: true },
  "guardians.overview": { ...member, readOnly: true },
  "guardians.list": { ...office, input: ofA, readOnly: true },
  "guardians.family": { ...office, input: ofA, readOnly: true },
  "guardians.find": { ...office, input: ({ idOfA }) => ({ studentId: idOfA, search: "Mira" }), readOnly: true },
  "guardians.get": { ...office, input: guardianOf, readOnly: true },
  "guardians.editPerson": { ...office, input: async (world) => ({ ...(await guardianOf(world)), name: "Meera Rao" }) },
  "guardians.previewJoin": {
    ...office,
    input: async (world) => ({ ...(await guardianOf(world)), otherId: (await guardianOf(world)).guardianId }),
    readOnly: true,
  },
  "guardians.join": {
    ...office,
    input: async (world) => ({
      ...{ keptId: (await guardianOf(world)).guardianId, goneId: (await guardianOf(world)).guardianId },
    }),
  },
  "guardians.add": { ...office, input: added },
  "guardians.edit": { ...office, input: async (world) => ({ id: await linked(world), relation: "aunt" }) },
  "guardians.end": { ...office, input: async (world) => ({ id: await linked(world) }) },
  "guardians.changeRule": { ...office, input: ({ idOfA }) => ({ studentId: idOfA, linksByOfficeOnly: true }) },
  "guardians.addConsent": { ...office, input: ({ idOfA }) => ({ studentId: idOfA, name: "Mira Rao" }) },
  "guardians.withdrawConsent": {
    ...office,
    input: async ({ admin, idOfA }) => {
      const { consents } = await admin.guardians.addConsent({ studentId: idOfA, name: "Mira Rao" });
      return { id: consents[0]?._id };
    },
  },
  "guardians.mine": { ...student, readOnly: true },
  "guardians.leave": { ...guardianOfA, input: ofA },
  "guardians.giveOwn": { ...guardianOfA, input: ofA },
  "guardians.withdrawOwn": {
    ...guardianOfA,
    guardian: "CONFLICT" as const,
    why: "A’s guardian has not consented.",
    input: ofA,
  },
  "guardians.readers": {
    ...{ visitor: "UNAUTHORIZED", userA: "ok", userB: "NOT_FOUND", loggedOut: "UNAUTHORIZED" },
    ...{ guardian: "ok", strangersGuardian: "NOT_FOUND" },
    ...{ teacher: "NOT_FOUND", otherTeacher: "NOT_FOUND", office: "NOT_FOUND", admin: "NOT_FOUND" },
    why: "The student and the guardians alone see who reads the results.",
    input: ofA,
    readOnly: true,
  },
} satisfies Record<string, Permission>;

export const requests = {
  "GET /api/me/children": membersGet(200),
  "GET /api/guardianships": {
    ...officeGets(200),
    request: ({ idOfA }) => ({ path: `/api/guardianships?studentId=${idOfA}` }),
  },
  "POST /api/guardianships": { ...officeGets(201), request: (world) => ({ json: added(world) }) },
  "PATCH /api/guardianships/{id}": {
    ...officeGets(200),
    request: async (world) => ({ path: `/api/guardianships/${await linked(world)}`, json: { seesResults: false } }),
  },
  "POST /api/guardianships/{id}/end": {
    ...officeGets(200),
    request: async (world) => ({ path: `/api/guardianships/${await linked(world)}/end`, json: quiet }),
  },
  "GET /api/guardians/{id}": {
    ...officeGets(200),
    request: async (world) => ({ path: `/api/guardians/${(await guardianOf(world)).guardianId}` }),
  },
  "PATCH /api/guardians/{id}": {
    ...officeGets(200),
    request: async (world) => ({
      ...{ path: `/api/guardians/${(await guardianOf(world)).guardianId}`, json: { name: "Meera Rao" } },
    }),
  },
} satisfies Record<string, RestRow>;
