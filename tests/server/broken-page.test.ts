import { randomUUID } from "node:crypto";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, it } from "vitest";
import NoticesPage from "@/app/(site)/notices/page";
import { GET as dashboard } from "@/app/dashboard/route";
import { openGateway } from "@/http/gateway";
import { prefetch } from "@/http/page-session";
import { sendUnavailable } from "@/main/next-responses.mjs";
import { closeDatabase, openDatabase } from "@/server/db/client";
import { connection, resetDatabase } from "../harness/database";

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** The gateway in front of a fake Next server whose pages fail. */
async function ask(path: string, pages: RequestListener): Promise<Response> {
  const server = createServer(openGateway({ pages, prepareRequest: () => true, safetyOf: () => ({}) }));
  closing.push(
    () => server.closeAllConnections(),
    () => server.close(),
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return fetch(`http://127.0.0.1:${port}${path}`, { headers: { accept: "text/html,*/*" } });
}

const failing =
  (status: number, headers: Record<string, string> = {}): RequestListener =>
  (_request, response) => {
    response.writeHead(status, { "content-type": "text/html; charset=utf-8", ...headers });
    response.end('<!DOCTYPE html><html id="__next_error__"><body></body></html>');
  };

it.each(["/user/results", "/about"])(
  "a failing page (%s) is replaced by the site's error page with links",
  async (path) => {
    const answer = await ask(path, failing(500, { "cache-control": "s-maxage=60" }));
    const page = await answer.text();
    expect(answer.status).toBe(500);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(page).toContain("<h1>This page cannot be shown right now</h1>");
    expect(page).toContain('<a href="">Try again</a><a href="/">Go to the home page</a>');
    expect(page).not.toMatch(/__next|<script/);
  },
);

it("a page that fails because of a database outage returns 503 with Retry-After", async () => {
  const answer = await ask("/user/results", failing(503, { "retry-after": "2" }));
  expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "2"]);
  expect(await answer.text()).toContain("This page cannot be shown right now");
});

/** Requests a page or route while the database is down. `fail` is Next's answer if `read` throws. */
async function askInOutage(path: string, read: () => Promise<unknown>, fail: RequestListener): Promise<Response> {
  await closeDatabase();
  try {
    return await ask(path, async (request, response) => {
      sendUnavailable(response);
      const answer = await read().catch(() => undefined);
      if (!(answer instanceof Response)) return fail(request, response);
      response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text());
    });
  } finally {
    openDatabase(connection);
  }
}

const headers = { authorization: `Bearer ${"t".repeat(43)}` };

it.each([
  [
    "/dashboard",
    () => dashboard(new Request("http://localhost:3000/dashboard", { headers })),
    (_request, response) => response.writeHead(500).end(),
  ],
  ["/notices?page=77", () => NoticesPage({ searchParams: Promise.resolve({}) }), failing(500)],
] satisfies [string, () => Promise<unknown>, RequestListener][])(
  "%s says during a database outage that it cannot be shown and offers to try again",
  async (path, read, fail) => {
    const answer = await askInOutage(path, read, fail);
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "2"]);
    expect([answer.headers.get("content-type"), answer.headers.get("cache-control")]).toEqual([
      "text/html; charset=utf-8",
      "no-store",
    ]);
    expect(await answer.text()).toContain("This page cannot be shown right now");
  },
);

it("an incomplete page is sent to the visitor but not cached", async () => {
  await resetDatabase();
  let made = 0;
  const halves: RequestListener = async (_request, response) => {
    made += 1;
    const list = await prefetch("study-materials", () =>
      made < 3 ? Promise.reject(new Error("Lost.")) : Promise.resolve("the list"),
    );
    response.writeHead(200, { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" });
    response.end(`<p>${list ?? "nothing yet"}</p>`);
  };
  const path = `/study-materials?q=${randomUUID()}`;
  const first = await ask(path, halves);
  expect([await first.text(), first.headers.get("cache-control")]).toEqual(["<p>nothing yet</p>", "no-store"]);
  const second = await ask(path, halves);
  expect([await second.text(), second.headers.get("cache-control")]).toEqual([
    "<p>the list</p>",
    expect.stringContaining("public"),
  ]);
});

it("a 404 page is passed on unchanged", async () => {
  const answer = await ask("/user/nothing", failing(404));
  expect([answer.status, await answer.text()]).toEqual([404, expect.stringContaining("__next_error__")]);
});
