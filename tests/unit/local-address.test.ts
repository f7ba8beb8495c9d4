import { readFile } from "node:fs/promises";
import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { expect, it, vi } from "vitest";
import { askedAddress, isReadable, localAddress, noteAddress } from "../../src/http/local-address.mjs";
import { methods, sendStarting } from "../../src/main/next-responses.mjs";

function asked(url: string): IncomingMessage {
  const request = new IncomingMessage(new Socket());
  request.rawHeaders = ["Accept", "text/html", "hOST", "elsewhere.example", "Cookie", "host"];
  return Object.assign(request, { url, headers: { accept: "text/html", host: "elsewhere.example", cookie: "host" } });
}

it("an absolute request target replaces the Host header in every form Node exposes", () => {
  const request = asked("http://reader@school.example:8080/about?q=1");
  localAddress(request);
  expect([request.url, request.headers.host]).toEqual(["/about?q=1", "school.example:8080"]);
  expect(request.rawHeaders).toEqual(["Accept", "text/html", "Cookie", "host", "Host", "school.example:8080"]);
});

it.each(["/about", "//school.example/about", "*", "http://[", "ftp://school.example/about"])(
  "the request target %s is left unchanged",
  (url) => {
    const request = asked(url);
    localAddress(request);
    expect([request.url, request.rawHeaders]).toEqual([url, asked(url).rawHeaders]);
    expect(isReadable(url)).toBe(url.startsWith("/"));
  },
);

it.each([
  ["/admin/students?q=x&_rsc=1a2b3", "/admin/students?q=x"],
  ["/admin/students?q=a%26b%3F&view=due&class=", "/admin/students?q=a%26b%3F&view=due&class="],
  ["/admin/students?q=1?2", "/admin/students?q=1%3F2"],
  ["/admin/students?_rsc=1a2b3", "/admin/students"],
  ["/admin/students?", "/admin/students"],
  [`/admin/students?q=${"x".repeat(2_000)}`, "/admin/students"],
  ["/admin/staff?q=x", "/admin/students"],
  ["//evil.example/admin/students?q=x", "/admin/students"],
])("the way back to a page that was requested as %s is %s", (url, address) => {
  const request = asked(url);
  request.headers["x-asked-address"] = "/admin/students?q=of-the-client";
  noteAddress(request);
  const headers = new Headers({ "x-asked-address": String(request.headers["x-asked-address"]) });
  expect(askedAddress("/admin/students", headers)).toBe(address);
});

it("OPTIONS * names every method of the API, and PUT of the uploads", async () => {
  const { paths } = JSON.parse(await readFile(new URL("../../docs/api/openapi.json", import.meta.url), "utf8"));
  const used = Object.values<object>(paths).flatMap((calls) => Object.keys(calls).map((name) => name.toUpperCase()));
  expect([...new Set([...used, "HEAD", "OPTIONS", "PUT"])].sort()).toEqual(methods.split(", ").sort());
});

it.each([
  [
    "/api/materials?page=2",
    { message: "The site is starting. Please try again in a moment.", code: "SERVICE_UNAVAILABLE" },
  ],
  ["/api/auth/login", { success: false }],
  ["/api/student/results", { msg: "The site is starting. Please try again in a moment." }],
])("while the product starts, %s answers in the form of its errors: %j", (url, shown) => {
  const { status, headers, body } = startingAt(url);
  expect([status, headers["content-type"], headers["retry-after"]]).toEqual([503, "application/json", "5"]);
  expect(JSON.parse(body)).toMatchObject(shown);
});

it.each(["/", "/apiary", "*", "//"])(
  "while the product starts, a visitor of %s sees a page that loads itself again",
  (url) => {
    const { status, headers, body } = startingAt(url);
    expect([status, headers["content-type"], headers["retry-after"]]).toEqual([503, "text/html; charset=utf-8", "5"]);
    expect(headers["content-security-policy"]).toContain("style-src");
    expect(body).toContain('<meta http-equiv="refresh" content="5">');
    expect(body).toContain("The site is starting.");
  },
);

function startingAt(url: string) {
  const response = new ServerResponse(asked(url));
  const [head, end] = [vi.spyOn(response, "writeHead"), vi.spyOn(response, "end")];
  sendStarting(asked(url), response);
  const [status, headers] = head.mock.calls[0] as unknown as [number, Record<string, string>];
  return { status, headers, body: String(end.mock.calls[0]?.[0]) };
}
