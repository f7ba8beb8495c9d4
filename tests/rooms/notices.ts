import {
  everyone,
  everyoneGets,
  member,
  membersGet,
  type Permission,
  type RestRow,
  staff,
  teachersGet,
  teaching,
  type World,
} from "../harness/callers";
import { inDays } from "../harness/days";
import { arrivedFile, published, toClass7A } from "../harness/notices";

type Office = Pick<World, "admin">;

const draft = async ({ admin }: Office) => {
  const { _id: id, rowVersion } = await admin.notices.add(toClass7A);
  return { id, rowVersion };
};

const planned = async (world: Office) => {
  const seen = await draft(world);
  await world.admin.notices.publish({ ...seen, at: { date: inDays(25), time: "18:00" } });
  return { ...seen, rowVersion: seen.rowVersion + 1 };
};

const toA = async ({ admin, idOfA }: Pick<World, "admin" | "idOfA">) => {
  const audience = [{ kind: "student" as const, studentId: idOfA }];
  return { id: (await published(admin, { audience, mustConfirm: true })).id };
};

/** For all others the notice does not exist. */
const ofA: Permission = {
  ...member,
  ...{ userB: "NOT_FOUND", strangersGuardian: "NOT_FOUND" },
  ...{ teacher: "NOT_FOUND", otherTeacher: "NOT_FOUND", office: "NOT_FOUND", admin: "NOT_FOUND" },
  why: "A notice that is not for the caller is like an unknown one.",
};

const withFile = async ({ admin }: Office, id: string) => {
  const arrived = await arrivedFile(id);
  await admin.notices.addFile(arrived);
  return arrived;
};

export const procedures = {
  "notices.listPublic": { ...everyone, readOnly: true },
  "notices.file": {
    ...everyone,
    input: async ({ admin }) => withFile({ admin }, (await published(admin, { audience: [{ kind: "public" }] })).id),
    readOnly: true,
  },
  "notices.mine": { ...member, readOnly: true },
  "notices.unread": { ...member, readOnly: true },
  "notices.getMine": { ...ofA, input: toA, readOnly: true },
  "notices.open": { ...ofA, input: toA },
  "notices.confirm": {
    ...ofA,
    input: async (world) => ({ ...(await toA(world)), version: 1, studentId: world.idOfA }),
  },
  "notices.list": { ...staff, readOnly: true },
  "notices.places": { ...staff, readOnly: true },
  "notices.get": { ...teaching, input: async (world) => ({ id: (await draft(world)).id }), readOnly: true },
  "notices.read": { ...teaching, input: async ({ admin }) => ({ id: (await published(admin)).id }), readOnly: true },
  "notices.answers": {
    ...staff,
    input: async ({ admin }) => ({ ids: [(await published(admin)).id] }),
    readOnly: true,
  },
  "notices.people": {
    ...teaching,
    input: async (world) => ({ id: (await draft(world)).id, fact: "students" }),
    readOnly: true,
  },
  "notices.preview": { ...teaching, input: () => ({ audience: toClass7A.audience }), readOnly: true },
  "notices.previewPeople": {
    ...teaching,
    input: () => ({ audience: toClass7A.audience, fact: "noLogin" }),
    readOnly: true,
  },
  "notices.add": { ...teaching, input: () => toClass7A },
  "notices.edit": { ...teaching, input: async (world) => ({ ...toClass7A, ...(await draft(world)) }) },
  "notices.publish": { ...teaching, input: draft },
  "notices.callOff": { ...teaching, input: planned },
  "notices.change": {
    ...teaching,
    input: async ({ admin }) => ({ ...(await published(admin)), title: "Reading week", text: "Bring two books." }),
  },
  "notices.takeBack": { ...teaching, input: ({ admin }) => published(admin) },
  "notices.withdraw": {
    ...teaching,
    input: async ({ admin }) => ({ ...(await published(admin)), reason: "wrong week" }),
  },
  "notices.remind": {
    ...teaching,
    ...{ teacher: "CONFLICT", office: "CONFLICT", admin: "CONFLICT" },
    why: "Nobody was written to yet who could be reminded.",
    input: ({ admin }) => published(admin),
    readOnly: false,
  },
  "notices.settle": {
    ...teaching,
    ...{ teacher: "CONFLICT", office: "CONFLICT", admin: "CONFLICT" },
    why: "No backup came back.",
    input: async ({ admin }) => ({ ...(await published(admin)), isToLeave: true }),
    readOnly: false,
  },
  "notices.remove": { ...teaching, input: draft },
  "notices.mayAddFile": { ...teaching, input: async (world) => ({ id: (await draft(world)).id }), readOnly: true },
  "notices.addFile": { ...teaching, input: async (world) => arrivedFile((await draft(world)).id) },
  "notices.removeFile": { ...teaching, input: async (world) => withFile(world, (await draft(world)).id) },
} satisfies Record<string, Permission>;

function uploadForm(pdf: Buffer): FormData {
  const form = new FormData();
  form.append("file", new File([new Uint8Array(pdf)], "list.pdf", { type: "application/pdf" }));
  return form;
}

export const requests = {
  "GET /api/notices": everyoneGets(200),
  "GET /api/me/notices": membersGet(200),
  "GET /api/admin/notices": teachersGet(200),
  "GET /api/notices/{id}/files/{key}": {
    ...everyoneGets(404),
    ...{ expired: 401, revoked: 401 },
    ...{ userA: 200, guardian: 200, office: 200, admin: 200 },
    request: async (world) => {
      const { id, key } = await withFile(world, (await toA(world)).id);
      return { path: `/api/notices/${id}/files/${key}` };
    },
  },
  "POST /api/notices/{id}/files": {
    ...teachersGet(201),
    request: async (world) => ({
      path: `/api/notices/${(await draft(world)).id}/files`,
      body: uploadForm(world.pdf),
    }),
  },
} satisfies Record<string, RestRow>;
