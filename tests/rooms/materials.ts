import {
  everyone,
  everyoneGets,
  type Permission,
  type RestRow,
  staff,
  teachersGet,
  teaching,
} from "../harness/callers";

const about = { className: 7, subject: "Biology", materialName: "Photosynthesis", alwaysAvailable: true };

const expired = { ...staff, visitor: "FORBIDDEN", loggedOut: "FORBIDDEN" } as const;

export const procedures = {
  "materials.list": { ...everyone, input: () => ({}), readOnly: true },
  "materials.list, with includeExpired": {
    ...expired,
    why: "What has expired is shown to the staff alone; without a login the same list is open without it.",
    input: () => ({ includeExpired: true }),
    readOnly: true,
  },
  "materials.get": { ...staff, input: ({ materialId }) => ({ id: materialId }), readOnly: true },
  "materials.classes": { ...everyone, readOnly: true },
  "materials.classes, with includeExpired": {
    ...expired,
    why: "What has expired is shown to the staff alone; without a login the same classes are open without it.",
    input: () => ({ includeExpired: true }),
    readOnly: true,
  },
  "materials.subjects": { ...everyone, input: () => ({}), readOnly: true },
  "materials.file": { ...everyone, input: ({ materialId }) => ({ id: materialId }), readOnly: true },
  "materials.file, expired": {
    ...{
      visitor: "GONE",
      userA: "GONE",
      userB: "GONE",
      guardian: "GONE",
      strangersGuardian: "GONE",
      loggedOut: "GONE",
    },
    ...{ teacher: "ok", otherTeacher: "ok", office: "ok", admin: "ok" },
    why: "From its expiry on only the staff can open a file.",
    input: ({ expiredId }) => ({ id: expiredId }),
    readOnly: true,
  },
  "materials.mayAdd": { ...staff, readOnly: true },
  "materials.check": {
    ...teaching,
    input: () => ({ material: about, file: { name: "notes.pdf", type: "application/pdf", size: 1000 } }),
    readOnly: true,
  },
  "materials.add": {
    ...teaching,
    input: async ({ storedFile }) => ({ material: about, file: await storedFile() }),
  },
  "materials.edit": {
    ...teaching,
    input: ({ materialId }) => ({ id: materialId, materialName: "Leaves" }),
  },
  "materials.checkFile": {
    ...teaching,
    input: ({ materialId }) => ({ id: materialId, file: { name: "notes.pdf", type: "application/pdf", size: 1000 } }),
    readOnly: true,
  },
  "materials.replace": {
    ...teaching,
    input: async ({ materialId, storedFile }) => ({ id: materialId, file: await storedFile() }),
  },
  "materials.extendMany": {
    ...staff,
    why: "What others teach is refused row by row.",
    input: ({ materialId }) => ({ ids: [materialId], expiresAt: "2035-01-01T12:00:00.000Z" }),
  },
  "materials.removeMany": {
    ...staff,
    why: "What others teach is refused row by row.",
    input: ({ materialId }) => ({ ids: [materialId] }),
  },
  "materials.remove": { ...teaching, input: ({ materialId }) => ({ id: materialId }) },
} satisfies Record<string, Permission>;

function uploadForm(pdf: Buffer): FormData {
  const form = new FormData();
  const fields = { className: "7", subject: "Biology", materialName: "Photosynthesis", expiresAt: "null" };
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append("pdfFile", new File([new Uint8Array(pdf)], "notes.pdf", { type: "application/pdf" }));
  return form;
}

export const requests = {
  "GET /api/materials": everyoneGets(200),
  "GET /api/materials/{id}/file": {
    ...everyoneGets(200),
    request: ({ materialId }) => ({ path: `/api/materials/${materialId}/file` }),
  },
  "DELETE /api/materials/{id}": {
    ...teachersGet(200),
    request: ({ materialId }) => ({ path: `/api/materials/${materialId}` }),
  },
  "POST /api/materials/upload": { ...teachersGet(201), request: ({ pdf }) => ({ body: uploadForm(pdf) }) },
} satisfies Record<string, RestRow>;
