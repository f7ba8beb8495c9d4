import {
  administrator,
  office,
  officeGets,
  type Permission,
  type RestRow,
  staff,
  teaching,
  type World,
} from "../harness/callers";

const attaching = async ({ admin, emailOfA: email }: World) => ({
  id: (await admin.students.add({ name: "Asha Rao" }))._id,
  email,
});

export const procedures = {
  "students.list": { ...office, input: () => ({}), readOnly: true },
  "students.matching": { ...office, input: () => ({}), readOnly: true },
  "students.neighbours": { ...office, input: ({ idOfA }) => ({ id: idOfA }), readOnly: true },
  "students.get": { ...office, input: ({ idOfA }) => ({ id: idOfA }), readOnly: true },
  "students.listTaught": { ...staff, readOnly: true },
  "students.getTaught": {
    ...teaching,
    otherTeacher: "NOT_FOUND",
    office: "NOT_FOUND",
    admin: "NOT_FOUND",
    why: "The office has the roster.",
    input: async ({ admin, idOfA, yearId: year }) => {
      await admin.enrolments.enrol({ studentId: idOfA, className: 7, section: "A", year });
      return { id: idOfA };
    },
    readOnly: true,
  },
  "students.who": { ...office, input: ({ emailOfA }) => ({ identifier: emailOfA }), readOnly: true },
  "students.suggest": { ...office, input: () => ({ search: "asha" }), readOnly: true },
  "students.countLeft": { ...administrator, input: () => ({ years: 3 }), readOnly: true },
  "students.add": { ...office, input: () => ({ name: "Nila Sen" }) },
  "students.edit": { ...office, input: ({ idOfA }) => ({ id: idOfA, name: "Nila Sen" }) },
  "students.export": { ...office, input: () => ({}) },
  "students.previewAttach": { ...office, input: attaching, readOnly: true },
  "students.attach": { ...office, input: attaching },
  "students.moveAddress": {
    ...office,
    input: async ({ admin }) => {
      const child = { name: "Kiran Rao", email: "kiran@example.org", admissionNo: "KV-0" };
      return { id: (await admin.students.add(child))._id, name: "Mira Rao", relation: "mother" };
    },
  },
} satisfies Record<string, Permission>;

export const requests = {
  "GET /api/students": officeGets(200),
  "GET /api/students/{id}": {
    ...officeGets(200),
    request: ({ idOfA }) => ({ path: `/api/students/${idOfA}` }),
  },
  "POST /api/students": { ...officeGets(201), request: () => ({ json: { name: "Nila Sen" } }) },
  "PATCH /api/students/{id}": {
    ...officeGets(200),
    request: ({ idOfA }) => ({ path: `/api/students/${idOfA}`, json: { name: "Nila Sen" } }),
  },
} satisfies Record<string, RestRow>;
