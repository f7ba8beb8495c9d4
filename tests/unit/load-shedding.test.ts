import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { expect, it } from "vitest";
import { admit } from "@/http/load-shedding";

const request = () => new IncomingMessage(new Socket());

/** How many of 300 requests for this path are admitted at once. */
function admitted(path: string): number {
  const leave = Array.from({ length: 300 }, () => admit(request(), path)).filter((end) => end !== undefined);
  for (const end of leave) end();
  return leave.length;
}

it.each([
  ["/api/uploads/abc", 300],
  ["/api/materials/upload", 300],
  ["/api/materials/1/file", 300],
  ["/api/notices/1/files", 300],
  ["/api/notices/1/files/abc", 300],
  ["/api/report-cards/1/file", 300],
  ["/api/institute/pictures", 300],
  ["/api/backups/file", 300],
  ["/api/notices", 200],
  ["/api/materials", 200],
  ["/api/trpc/notices.mine", 200],
])("of 300 requests at once for %s, %i are admitted", (path, count) => {
  expect(admitted(path)).toBe(count);
});

it("files under way on slow lines leave the pages their places", () => {
  const leave = Array.from({ length: 300 }, () => admit(request(), "/api/notices/1/files/abc"));
  expect(admitted("/")).toBe(200);
  for (const end of leave) end?.();
});
