import { beforeAll, expect, it } from "vitest";
import { prepareJobs } from "@/server/jobs";
import { admin, openStore, usualPassword } from "../factories";
import { resetDatabase } from "../setup/database";
import { pdfFile } from "../setup/documents";
import { answered, document, openDoor } from "./door";

// The twelve documented calls and their company (spec §7), in the order in which a school year would make them. Every
// answer is held to the OpenAPI document by the door itself.
const { ask } = await openDoor();
await openStore();

const asha = { name: "Asha Rao", email: "asha@example.org", password: "six green hills" };

beforeAll(async () => {
  await prepareJobs();
  await resetDatabase();
  await admin();
});

it("every documented call answers as the document says, and refuses as it says", { timeout: 60_000 }, async () => {
  expect((await ask("GET", "/api/health")).status).toBe(200);
  expect((await ask("GET", "/api/ready")).status).toBe(200);

  expect((await ask("POST", "/api/student/signup", { json: { ...asha, password: "short" } })).status).toBe(400);
  const signedUp = await (await ask("POST", "/api/student/signup", { json: asha })).json();
  expect(signedUp).toMatchObject({ token: expect.any(String), msg: expect.any(String) });
  expect((await ask("POST", "/api/student/signup", { json: asha })).status).toBe(409);

  const { email, password } = asha;
  expect((await ask("POST", "/api/student/login", { json: { email, password: "wrong one" } })).status).toBe(401);
  const pupil = await (await ask("POST", "/api/student/login", { json: { email, password } })).json();
  expect(pupil).toMatchObject({
    user: { _id: expect.any(String), name: asha.name, email, role: "user" },
    msg: expect.any(String),
  });

  const pair = { identifier: "admin", role: "admin" };
  expect((await ask("POST", "/api/auth/login", { json: { ...pair, password: "wrong one" } })).status).toBe(401);
  const head = await (await ask("POST", "/api/auth/login", { json: { ...pair, password: usualPassword } })).json();
  expect(head).toMatchObject({ success: true, message: expect.any(String) });

  const form = async () => {
    const body = new FormData();
    const fields = { className: "7", subject: "Biology", materialName: "Photosynthesis", expiresAt: "null" };
    for (const [name, value] of Object.entries(fields)) body.append(name, value);
    body.append("pdfFile", new File([new Uint8Array(await pdfFile())], "notes.pdf", { type: "application/pdf" }));
    return body;
  };
  expect((await ask("POST", "/api/materials/upload", { token: pupil.token, body: await form() })).status).toBe(403);
  const uploaded = await (await ask("POST", "/api/materials/upload", { token: head.token, body: await form() })).json();
  expect(uploaded).toMatchObject({
    message: "Study material uploaded successfully ✅",
    className: "7",
    expiresAt: null,
  });

  expect((await ask("GET", "/api/materials?limit=0")).status).toBe(400);
  const [material] = await (await ask("GET", "/api/materials")).json();
  expect(material).toMatchObject({ _id: uploaded._id, materialName: "Photosynthesis", uploadedAt: expect.any(String) });
  const file = await ask("GET", material.pdfFile);
  expect([file.status, file.headers.get("content-type")]).toEqual([200, "application/pdf"]);
  await file.arrayBuffer();
  const part = await ask("GET", material.pdfFile, { headers: { range: "bytes=0-3" } });
  expect([part.status, await part.text()]).toEqual([206, "%PDF"]);

  const own = `/api/admin/results/${encodeURIComponent(email)}`;
  expect((await ask("GET", own)).status).toBe(401);
  expect((await ask("GET", own, { token: pupil.token })).status).toBe(404);
  const results = [{ studentEmail: email, className: "Class 7", score: 45, totalMarks: 50 }];
  expect((await ask("POST", "/api/admin/results/add", { token: pupil.token, json: { results } })).status).toBe(403);
  const added = await (await ask("POST", "/api/admin/results/add", { token: head.token, json: { results } })).json();
  expect(added).toMatchObject({ message: "Result added successfully!", score: 45 });
  const read = await (await ask("GET", own, { token: pupil.token })).json();
  expect(read).toMatchObject({ score: 45, totalMarks: 50, percentage: 90, className: "7", gpa: null });
  expect(await (await ask("GET", "/api/me/results", { token: pupil.token })).json()).toEqual(read);
  expect((await ask("GET", "/api/me/results", { token: head.token })).status).toBe(403);

  const test = { className: "Class 7", subject: "Biology", testDate: "2026-11-20", testTime: "09:30", description: "" };
  expect((await ask("POST", "/api/notifications", { json: test })).status).toBe(401);
  expect((await ask("POST", "/api/notifications", { token: head.token, json: test })).status).toBe(201);
  expect(await (await ask("GET", "/api/notifications")).json()).toMatchObject([
    { className: "Class 7", testDate: "2026-11-20" },
  ]);
  expect((await ask("GET", "/api/notifications?className=13")).status).toBe(400);

  const application = {
    selectedClass: 7,
    name: "Kiran",
    parentName: "Mohan",
    email: "das@example.org",
    phone: "98765 43210",
  };
  expect((await ask("POST", "/api/services/submit", { json: {} })).status).toBe(400);
  expect((await ask("POST", "/api/services/submit", { json: { ...application, previousSchool: "" } })).status).toBe(
    201,
  );
  expect((await ask("GET", "/api/services", { token: pupil.token })).status).toBe(403);
  const { data } = await (await ask("GET", "/api/services", { token: head.token })).json();
  expect(data).toMatchObject([application]);

  const path = `/api/materials/${uploaded._id}`;
  expect((await ask("DELETE", path, { token: pupil.token })).status).toBe(403);
  expect((await ask("DELETE", path, { token: head.token })).status).toBe(200);
  expect((await ask("DELETE", path, { token: head.token })).status).toBe(404);
  expect((await ask("GET", `${path}/file`)).status).toBe(404);

  expect((await ask("POST", "/api/auth/logout")).status).toBe(401);
  expect((await ask("POST", "/api/auth/logout", { token: head.token })).status).toBe(204);
  expect((await ask("GET", "/api/services", { token: head.token })).status).toBe(401);
});

it("leaves out no call of the document, neither its success nor, where it has one of its own, its refusal", async () => {
  await ask("GET", "/api/openapi.json");
  await ask("GET", "/api/openapi.json", { headers: { "if-match": '"another"' } });
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const method of Object.keys(methods)) {
      const statuses = [...(answered.get(`${method.toUpperCase()} ${path}`) ?? [])];
      expect(
        statuses.some((status) => status < 300),
        `${method} ${path} succeeded`,
      ).toBe(true);
      const refusals = Object.keys(methods[method]?.responses ?? {}).filter((status) => /^4/.test(status));
      if (refusals.length > 0)
        expect(
          statuses.some((status) => status >= 400),
          `${method} ${path} refused`,
        ).toBe(true);
    }
  }
});
