import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { rejectOtherMethod } from "../../scripts/page-methods.mjs";
import { plain } from "../harness/plain-http";

const server = createServer((request, response) => {
  if (!rejectOtherMethod(request, response)) response.end("the page");
});
let url: string;

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

const paths = ["/", "/about", "/nothing", "/apis", "/icon.svg", "/study-materials?q=/api/"];

it.each(["TRACE", "DELETE", "PROPFIND", "POST", "PUT", "PATCH"])(
  "a page responds to %s with 405 and the allowed methods",
  async (method) => {
    for (const path of paths) {
      const { status, headers } = await plain(url + path, {}, method);
      expect([path, status, headers.allow]).toEqual([path, 405, "GET, HEAD"]);
    }
  },
);

it("a page responds to OPTIONS with the allowed methods", async () => {
  for (const path of paths) {
    const { status, headers, body } = await plain(url + path, {}, "OPTIONS");
    expect([path, status, headers.allow, body.length]).toEqual([path, 204, "GET, HEAD", 0]);
  }
});

it("GET and HEAD of pages pass, and so does every method of the API", async () => {
  expect(String((await plain(`${url}/about`)).body)).toBe("the page");
  expect((await plain(`${url}/about`, {}, "HEAD")).status).toBe(200);
  for (const path of ["/api", "/api/materials", "/api?x"]) {
    expect(String((await plain(url + path, {}, "DELETE")).body)).toBe("the page");
  }
});
