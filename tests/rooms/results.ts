import { randomUUID } from "node:crypto";
import { family, office, officeGets, type Permission, type RestRow, student, type World } from "../harness/callers";

const why = { reason: "Question 5 was marked again" };

const newestOfA = async ({ admin, emailOfA }: Pick<World, "admin" | "emailOfA">) =>
  (await admin.results.of({ email: emailOfA })).newest._id;

export const procedures = {
  "results.mine": { ...student, readOnly: true },
  "results.classes": { ...student, readOnly: true },
  "results.places": { ...student, readOnly: true },
  "results.unread": { ...student, readOnly: true },
  "results.mine, of a child": { ...family, input: ({ idOfA }) => ({ studentId: idOfA }), readOnly: true },
  "results.classes, of a child": { ...family, input: ({ idOfA }) => ({ studentId: idOfA }), readOnly: true },
  "results.unread, of a child": { ...family, input: ({ idOfA }) => ({ studentId: idOfA }), readOnly: true },
  "results.halves": { ...student, readOnly: true },
  "results.halves, of a child": { ...family, input: ({ idOfA }) => ({ studentId: idOfA }), readOnly: true },
  "results.withdrawn": { ...student, readOnly: true },
  "results.withdrawn, of a child": { ...family, input: ({ idOfA }) => ({ studentId: idOfA }), readOnly: true },
  // An unknown id: only the caller matters.
  "results.markRead": { ...student, input: () => ({ ids: [randomUUID()] }) },
  "results.markRead, of a child": { ...family, input: ({ idOfA }) => ({ ids: [randomUUID()], studentId: idOfA }) },
  "results.own": {
    ...{ ...student, guardian: "BAD_REQUEST", strangersGuardian: "BAD_REQUEST" },
    why: "A guardian names the child, and nobody has any on the admin side.",
    input: () => ({}),
    readOnly: true,
  },
  "results.own, of a child": { ...family, input: ({ idOfA }) => ({ studentId: idOfA }), readOnly: true },
  "results.of": {
    ...{ visitor: "UNAUTHORIZED", userA: "ok", userB: "NOT_FOUND", loggedOut: "UNAUTHORIZED" },
    ...{ guardian: "ok", strangersGuardian: "NOT_FOUND" },
    ...{ teacher: "NOT_FOUND", otherTeacher: "NOT_FOUND", office: "ok", admin: "ok" },
    why: "The results are A's; to others than guardians and the office the address looks unknown.",
    input: ({ emailOfA }) => ({ email: emailOfA }),
    readOnly: true,
  },
  "results.add": {
    ...office,
    input: ({ emailOfA }) => ({ results: [{ studentEmail: emailOfA, className: 7, score: 40, totalMarks: 50 }] }),
  },
  "results.addOnce": {
    ...office,
    input: ({ emailOfA }) => ({
      ...{ key: randomUUID(), results: [{ studentEmail: emailOfA, className: 7, score: 40, totalMarks: 50 }] },
    }),
  },
  "results.correct": { ...office, input: async (world) => ({ id: await newestOfA(world), score: 1, ...why }) },
  "results.takeBack": { ...office, input: async (world) => ({ ids: [await newestOfA(world)] }) },
  "results.withdraw": { ...office, input: async (world) => ({ id: await newestOfA(world), ...why }) },
} satisfies Record<string, Permission>;

export const requests = {
  "GET /api/admin/results/{email}": {
    // Everyone else gets the response for an unknown email (decision 13).
    ...{ visitor: 401, userA: 200, userB: 404, guardian: 200, strangersGuardian: 404 },
    ...{ teacher: 404, office: 200, admin: 200, expired: 401, revoked: 401 },
    request: ({ emailOfA }) => ({ path: `/api/admin/results/${emailOfA}` }),
  },
  "GET /api/me/results": {
    visitor: 401,
    userA: 200,
    userB: 200,
    // A guardian names the child.
    guardian: 400,
    strangersGuardian: 400,
    teacher: 403,
    office: 403,
    admin: 403,
    expired: 401,
    revoked: 401,
  },
  "POST /api/admin/results/add": {
    ...officeGets(201),
    request: ({ emailOfA }) => ({
      json: { results: [{ studentEmail: emailOfA, className: "7", score: 40, totalMarks: 50 }] },
    }),
  },
  "POST /api/admin/results/correct": {
    ...officeGets(201),
    request: async (world) => ({ json: { id: await newestOfA(world), score: 1, ...why } }),
  },
  "POST /api/admin/results/take-back": {
    ...officeGets(204),
    request: async (world) => ({ json: { ids: [await newestOfA(world)] } }),
  },
  "POST /api/admin/results/withdraw": {
    ...officeGets(204),
    request: async (world) => ({ json: { id: await newestOfA(world), ...why } }),
  },
} satisfies Record<string, RestRow>;
