import {
  everyone,
  everyoneGets,
  type Permission,
  type RestRow,
  staff,
  teachersGet,
  teaching,
} from "../harness/callers";

const test = { className: 7, subject: "Biology", testDate: "2026-11-20", testTime: "09:30" };

export const procedures = {
  "schedules.list": { ...everyone, input: () => ({}), readOnly: true },
  "schedules.listForStaff": { ...staff, input: () => ({}), readOnly: true },
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
