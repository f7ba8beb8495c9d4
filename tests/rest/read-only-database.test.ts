import { afterEach, beforeAll, expect, test } from "vitest";
import { closeDatabase, openDatabase } from "@/server/db/client";
import { openStore, schedule } from "../factories";
import { connection, readOnly } from "../harness/database";
import { openDoor } from "./rest-client";

const { ask } = await openDoor();
await openStore();

async function reopen(more: { options?: string } = {}): Promise<void> {
  await closeDatabase();
  openDatabase({ ...connection, ...more });
}

beforeAll(() => schedule({ subject: "Botany" }));
afterEach(() => reopen());

test("/api/ready responds with 503 while the database is read-only, and with 200 to for=reads", async () => {
  await reopen(readOnly);
  const [whole, reads] = [await ask("GET", "/api/ready"), await ask("GET", "/api/ready?for=reads")];
  expect([whole.status, whole.headers.get("retry-after"), await whole.json()]).toEqual([
    503,
    "2",
    { status: "read-only" },
  ]);
  expect([reads.status, await reads.json()]).toEqual([200, { status: "read-only" }]);
  await reopen();
  expect(await (await ask("GET", "/api/ready")).json()).toEqual({ status: "ready" });
});

test("while the database is read-only, writes respond with 503 and public lists still work", async () => {
  await reopen(readOnly);
  const refused = await ask("POST", "/api/services/submit", {
    json: {
      selectedClass: 7,
      name: "Kiran Das",
      parentName: "Mohan Das",
      email: "das@example.org",
      phone: "9876543210",
    },
  });
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "2"]);
  expect(await refused.json()).toMatchObject({ code: "SERVICE_UNAVAILABLE" });
  const shown = await ask("GET", "/api/notifications");
  expect([shown.status, await shown.text()]).toEqual([200, expect.stringContaining("Botany")]);
});
