import { administrator, administratorGets, type Permission, type RestRow, type World } from "../harness/callers";

const attaching = async ({ admin, emailOfA: email }: World) => ({
  id: (await admin.students.add({ name: "Asha Rao" }))._id,
  email,
});

export const procedures = {
  "students.list": { ...administrator, input: () => ({}), readOnly: true },
  "students.get": { ...administrator, input: ({ idOfA }) => ({ id: idOfA }), readOnly: true },
  "students.who": { ...administrator, input: ({ emailOfA }) => ({ identifier: emailOfA }), readOnly: true },
  "students.add": { ...administrator, input: () => ({ name: "Nila Sen" }) },
  "students.edit": { ...administrator, input: ({ idOfA }) => ({ id: idOfA, name: "Nila Sen" }) },
  "students.export": { ...administrator, input: () => ({}) },
  "students.previewAttach": { ...administrator, input: attaching, readOnly: true },
  "students.attach": { ...administrator, input: attaching },
  "students.moveAddress": {
    ...administrator,
    input: async ({ admin }) => {
      const child = { name: "Kiran Rao", email: "kiran@example.org", admissionNo: "KV-7" };
      return { id: (await admin.students.add(child))._id, name: "Mira Rao", relation: "mother" };
    },
  },
} satisfies Record<string, Permission>;

export const requests = {
  "GET /api/students": administratorGets(200),
  "GET /api/students/{id}": {
    ...administratorGets(200),
    request: ({ idOfA }) => ({ path: `/api/students/${idOfA}` }),
  },
  "POST /api/students": { ...administratorGets(201), request: () => ({ json: { name: "Nila Sen" } }) },
  "PATCH /api/students/{id}": {
    ...administratorGets(200),
    request: ({ idOfA }) => ({ path: `/api/students/${idOfA}`, json: { name: "Nila Sen" } }),
  },
} satisfies Record<string, RestRow>;
