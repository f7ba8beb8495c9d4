import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { describe, expect, it } from "vitest";
import { addressOf } from "@/server/rate-limits/client-network";
import { listen } from "../harness/http";
import { faultsOfDeployed, hasNginx, startNginx } from "../harness/nginx";

/** A product that returns the headers it received. */
const asked = () =>
  listen(async (request) => {
    const { pathname } = new URL(request.url);
    const headers = { "cache-control": "public, s-maxage=1", "x-asked": request.method };
    if (pathname === "/api/health") return new Response("ok");
    const body = request.method === "PUT" ? await request.text() : "whole";
    return new Response(request.method === "HEAD" ? null : body, {
      headers: {
        ...headers,
        "x-range": request.headers.get("range") ?? "",
        "x-chain": request.headers.get("x-forwarded-for") ?? "",
      },
    });
  });

it("deploy/nginx.conf keeps what an outer proxy saw", async () => {
  expect(await readFile("deploy/nginx.conf", "utf8")).toContain("X-Forwarded-For $proxy_add_x_forwarded_for;");
});

describe.skipIf(!hasNginx())("deploy/nginx.conf", () => {
  it("deploy/nginx.conf loads in the installed nginx", async () => {
    expect(await faultsOfDeployed()).toBe("");
  });

  it("deploy/nginx.conf passes file requests through without caching", async () => {
    const product = await asked();
    const nginx = await startNginx(product.url);
    const files = ["/api/materials/1/file", "/api/report-cards/1/file", "/api/notices/1/files/abc"];
    const paths = ["/api/uploads/abc?x=1", "/api/uploadthing?slug=material", ...files];
    for (const path of paths) {
      const head = await fetch(nginx.url + path, { method: "HEAD" });
      expect([path, head.headers.get("x-asked"), head.headers.get("x-cache")]).toEqual([path, "HEAD", null]);
      const part = await fetch(nginx.url + path, { headers: { range: "bytes=2-" } });
      expect([path, part.headers.get("x-range")]).toEqual([path, "bytes=2-"]);
    }
    const body = randomBytes(100_000).toString("hex");
    const put = await fetch(nginx.url + paths[0], { method: "PUT", body });
    expect([put.headers.get("x-asked"), (await put.text()) === body]).toEqual(["PUT", true]);
    await nginx.stop();
    await product.close();
  });

  it("deploy/nginx.conf names the visitor for any number of trusted proxies, whatever the visitor claims", async () => {
    const product = await asked();
    const nginx = await startNginx(product.url);
    // The visitor's claim, and what an outer proxy saw.
    const sent = { "x-forwarded-for": "203.0.113.9, 198.51.100.7" };
    const chain = (await fetch(nginx.url, { headers: sent })).headers.get("x-chain");
    const request = Object.assign(new IncomingMessage(new Socket()), { headers: { "x-forwarded-for": chain } });
    expect(addressOf(request, 1)).toMatch(/^(127\.0\.0\.1|::1)$/);
    expect(addressOf(request, 2)).toBe("198.51.100.7");
    await nginx.stop();
    await product.close();
  });

  it("deploy/nginx.conf caches a public response for as long as its headers allow", async () => {
    const product = await asked();
    const nginx = await startNginx(product.url);
    await expect
      .poll(async () => (await fetch(`${nginx.url}/api/materials`)).headers.get("x-cache"), { interval: 20 })
      .toBe("HIT");
    await nginx.stop();
    await product.close();
  });
});
