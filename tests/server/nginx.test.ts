import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { listen } from "../setup/http";
import { faultsOfDeployed, hasNginx, startNginx } from "../setup/nginx";

/** A product that says how it was asked, at each of its addresses. */
const asked = () =>
  listen(async (request) => {
    const { pathname } = new URL(request.url);
    const headers = { "cache-control": "public, s-maxage=1", "x-asked": request.method };
    if (pathname === "/api/health") return new Response("ok");
    const body = request.method === "PUT" ? await request.text() : "whole";
    return new Response(request.method === "HEAD" ? null : body, {
      headers: { ...headers, "x-range": request.headers.get("range") ?? "" },
    });
  });

describe.skipIf(!hasNginx())("deploy/nginx.conf", () => {
  it("loads in the nginx of this machine", async () => {
    expect(await faultsOfDeployed()).toBe("");
  });

  it("hands a file's requests on as they are, and keeps nothing of them", async () => {
    const product = await asked();
    const nginx = await startNginx(product.url);
    const paths = ["/api/uploads/abc?x=1", "/api/uploadthing?slug=material", "/api/materials/1/file"];
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

  it("keeps a public answer for as long as it says", async () => {
    const product = await asked();
    const nginx = await startNginx(product.url);
    await expect
      .poll(async () => (await fetch(`${nginx.url}/api/materials`)).headers.get("x-cache"), { interval: 20 })
      .toBe("HIT");
    await nginx.stop();
    await product.close();
  });
});
