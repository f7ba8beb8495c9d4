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

const announced = async ({ admin }: World) => ({ id: (await admin.schedules.add(test))._id, rowVersion: 1 });

export const procedures = {
  "schedules.list": { ...everyone, input: () => ({}), readOnly: true },
  "schedules.subjects": { ...everyone, input: () => ({}), readOnly: true },
  "schedules.listForStaff": { ...staff, input: () => ({}), readOnly: true },
  "schedules.get": { ...staff, input: async (world) => ({ id: (await announced(world)).id }), readOnly: true },
  "schedules.changes": { ...staff, input: async (world) => ({ id: (await announced(world)).id }), readOnly: true },
  "schedules.check": {
    ...staff,
    input: () => ({ className: 7, testDate: "2026-11-20", testTime: "09:30" }),
    readOnly: true,
  },
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
} satisfies Record<string, RestRow>;
