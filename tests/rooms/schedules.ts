import {
  everyone,
  everyoneGets,
  type Permission,
  type RestRow,
  staff,
  teachersGet,
  teaching,
  type World,
} from "../harness/callers";

const test = { className: 7, subject: "Biology", testDate: "2026-11-20", testTime: "09:30" };

const place = { className: 7, testDate: "2026-11-20", testTime: "09:30" };

const announced = async ({ admin }: Pick<World, "admin">) => ({
  id: (await admin.schedules.add(test))._id,
  rowVersion: 1,
});

export const procedures = {
  "schedules.list": { ...everyone, input: () => ({}), readOnly: true },
  "schedules.subjects": { ...everyone, input: () => ({}), readOnly: true },
  "schedules.listForStaff": { ...staff, input: () => ({}), readOnly: true },
  "schedules.get": { ...staff, input: async (world) => ({ id: (await announced(world)).id }), readOnly: true },
  "schedules.changes": { ...staff, input: async (world) => ({ id: (await announced(world)).id }), readOnly: true },
  "schedules.check": {
    ...staff,
    input: () => place,
    readOnly: true,
  },
  "schedules.reach": { ...teaching, input: () => ({ className: 7, place: null }), readOnly: true },
  "schedules.edit": {
    ...teaching,
    input: async (world) => ({ ...test, ...(await announced(world)), testTime: "10:00", reason: "hall not free" }),
  },
  "schedules.cancel": {
    ...teaching,
    input: async (world) => ({ ...(await announced(world)), reason: "teacher is ill" }),
  },
  "schedules.restore": {
    ...teaching,
    input: async (world) => {
      const { id, rowVersion } = await announced(world);
      await world.admin.schedules.cancel({ id, rowVersion, reason: "teacher is ill" });
      return { id, rowVersion: rowVersion + 1 };
    },
  },
  "schedules.add": { ...teaching, input: () => test },
  "schedules.remove": {
    ...teaching,
    input: async ({ admin }) => ({ id: (await admin.schedules.add(test))._id }),
  },
} satisfies Record<string, Permission>;

export const requests = {
  "GET /api/notifications": everyoneGets(200),
  "POST /api/notifications": {
    ...teachersGet(201),
    request: () => ({ json: { ...test, className: "Class 7", description: "" } }),
  },
  "GET /api/tests": everyoneGets(200),
  "POST /api/tests": { ...teachersGet(201), request: () => ({ json: { ...test, minutes: 90 } }) },
  "POST /api/tests/check": { ...teachersGet(200), request: () => ({ json: place }) },
  "GET /api/tests/{id}": {
    ...teachersGet(200),
    request: async (world) => ({ path: `/api/tests/${(await announced(world)).id}` }),
  },
  "GET /api/tests/{id}/changes": {
    ...teachersGet(200),
    request: async (world) => ({ path: `/api/tests/${(await announced(world)).id}/changes` }),
  },
  "PATCH /api/tests/{id}": {
    ...teachersGet(200),
    request: async (world) => {
      const { id, rowVersion } = await announced(world);
      return { path: `/api/tests/${id}`, json: { rowVersion, testTime: "10:00", reason: "hall not free" } };
    },
  },
  "POST /api/tests/{id}/cancel": {
    ...teachersGet(200),
    request: async (world) => {
      const { id, rowVersion } = await announced(world);
      return { path: `/api/tests/${id}/cancel`, json: { rowVersion, reason: "teacher is ill" } };
    },
  },
  "POST /api/tests/{id}/restore": {
    ...teachersGet(200),
    request: async (world) => {
      const { id, rowVersion } = await announced(world);
      await world.admin.schedules.cancel({ id, rowVersion, byMistake: true });
      return { path: `/api/tests/${id}/restore`, json: { rowVersion: rowVersion + 1 } };
    },
  },
  "DELETE /api/tests/{id}": {
    ...teachersGet(200),
    request: async (world) => ({ path: `/api/tests/${(await announced(world)).id}` }),
  },
} satisfies Record<string, RestRow>;
