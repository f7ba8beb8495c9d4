import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { expect, it } from "vitest";
import { isReadable, localAddress } from "../../scripts/address.mjs";

/** A request as Node has read it. */
function asked(url: string): IncomingMessage {
  const request = new IncomingMessage(new Socket());
  request.rawHeaders = ["Accept", "text/html", "hOST", "elsewhere.example", "Cookie", "host"];
  return Object.assign(request, { url, headers: { accept: "text/html", host: "elsewhere.example", cookie: "host" } });
}

it("the host of an address in its absolute form is the only one that is left, however a door reads the headers", () => {
  const request = asked("http://reader@school.example:8080/about?q=1");
  localAddress(request);
  expect([request.url, request.headers.host]).toEqual(["/about?q=1", "school.example:8080"]);
  expect(request.rawHeaders).toEqual(["Accept", "text/html", "Cookie", "host", "Host", "school.example:8080"]);
});

it.each(["/about", "//school.example/about", "*", "http://[", "ftp://school.example/about"])(
  "the address %s is left as it came",
  (url) => {
    const request = asked(url);
    localAddress(request);
    expect([request.url, request.rawHeaders]).toEqual([url, asked(url).rawHeaders]);
    expect(isReadable(url)).toBe(url.startsWith("/"));
  },
);
