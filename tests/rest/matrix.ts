import { usualPassword } from "../factories";
import type { Asked } from "./door";

export type Who = "visitor" | "userA" | "userB" | "admin" | "expired" | "revoked";

/** What lies in the database when a call is made. `expired` and `revoked` are sessions of the administrator. */
export type World = { emailOfA: string; materialId: string; pdf: Buffer };

type Row = Record<Who, number> & { request: (world: World) => Asked & { path?: string } };

const everyone = (status: number) => ({
  visitor: status,
  userA: status,
  userB: status,
  admin: status,
  expired: status,
  revoked: status,
});
const administrator = (status: number) => ({
  visitor: 401,
  userA: 403,
  userB: 403,
  admin: status,
  expired: 401,
  revoked: 401,
});

const nothing = () => ({});
const application = {
  selectedClass: "Class 7",
  name: "Kiran Das",
  parentName: "Mohan Das",
  email: "das@example.org",
  phone: "+91 98765 43210",
};

function uploadForm(pdf: Buffer): FormData {
  const form = new FormData();
  const fields = { className: "7", subject: "Biology", materialName: "Photosynthesis", expiresAt: "null" };
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append("pdfFile", new File([new Uint8Array(pdf)], "notes.pdf", { type: "application/pdf" }));
  return form;
}

/** Who is answered what, by the method and path of the document, with a request that is right. */
export const matrix: Record<string, Row> = {
  "GET /api/health": { ...everyone(200), request: nothing },
  "GET /api/ready": { ...everyone(200), request: nothing },
  "GET /api/openapi.json": { ...everyone(200), request: nothing },
  "POST /api/student/login": {
    ...everyone(200),
    request: ({ emailOfA }) => ({ json: { email: emailOfA, password: usualPassword } }),
  },
  "POST /api/student/signup": {
    ...everyone(201),
    request: () => ({ json: { name: "Nila", email: "nila@example.org", password: "six green hills" } }),
  },
  "POST /api/auth/login": {
    ...everyone(200),
    request: () => ({ json: { identifier: "admin", password: usualPassword, role: "admin" } }),
  },
  "POST /api/auth/logout": {
    ...{ visitor: 401, userA: 204, userB: 204, admin: 204, expired: 401, revoked: 401 },
    request: nothing,
  },
  "GET /api/materials": { ...everyone(200), request: nothing },
  "GET /api/materials/{id}/file": {
    ...everyone(200),
    request: ({ materialId }) => ({ path: `/api/materials/${materialId}/file` }),
  },
  "DELETE /api/materials/{id}": {
    ...administrator(200),
    request: ({ materialId }) => ({ path: `/api/materials/${materialId}` }),
  },
  "POST /api/materials/upload": { ...administrator(201), request: ({ pdf }) => ({ body: uploadForm(pdf) }) },
  "GET /api/admin/results/{email}": {
    // To everyone else the address is an unknown one (decision 13).
    ...{ visitor: 401, userA: 200, userB: 404, admin: 200, expired: 401, revoked: 401 },
    request: ({ emailOfA }) => ({ path: `/api/admin/results/${emailOfA}` }),
  },
  "GET /api/me/results": {
    ...{ visitor: 401, userA: 200, userB: 200, admin: 403, expired: 401, revoked: 401 },
    request: nothing,
  },
  "POST /api/admin/results/add": {
    ...administrator(201),
    request: ({ emailOfA }) => ({
      json: { results: [{ studentEmail: emailOfA, className: "7", score: 40, totalMarks: 50 }] },
    }),
  },
  "GET /api/notifications": { ...everyone(200), request: nothing },
  "POST /api/notifications": {
    ...administrator(201),
    request: () => ({
      json: { className: "Class 7", subject: "Biology", testDate: "2026-11-20", testTime: "09:30", description: "" },
    }),
  },
  "POST /api/services/submit": { ...everyone(201), request: () => ({ json: application }) },
  "GET /api/services": { ...administrator(200), request: nothing },
};
