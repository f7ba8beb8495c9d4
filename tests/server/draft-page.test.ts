import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { encode } from "next-auth/jwt";
import { expect, it } from "vitest";
import { openGateway } from "@/http/gateway";
import { safetyOf, siteOf } from "@/http/security-headers.mjs";
import { secret } from "@/server/auth/secret";
import { createAdmin, tokenFor } from "../factories";
import { resetDatabase } from "../harness/database";

it("a preview has the usual security headers, and only the site may embed it", async () => {
  await resetDatabase();
  const site = siteOf(
    { APP_URL: "https://school.example", UPLOADTHING_TOKEN: undefined, HSTS_SUBDOMAINS: "off" },
    false,
  );
  const gateway = openGateway({
    pages: (_request, response) => response.writeHead(200, { "content-type": "text/html" }).end("<p>Draft</p>"),
    prepareRequest: () => true,
    safetyOf: (scripts) => safetyOf(site, scripts),
  });
  const server = createServer(gateway);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    const token = await encode({ token: { token: await tokenFor(await createAdmin()) }, secret: secret() });
    const cookies = ["next-auth.session-token", "__Host-next-auth.session-token"].map((name) => `${name}=${token}`);
    const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/preview/about`, {
      headers: { accept: "text/html", cookie: cookies.join("; ") },
    });
    expect(await answer.text()).toBe("<p>Draft</p>");
    const { "content-security-policy": general, ...always } = safetyOf(site);
    expect(Object.keys(always)).toContain("strict-transport-security");
    expect(Object.fromEntries(answer.headers)).toMatchObject({ ...always, "cache-control": "no-store" });
    const policy = answer.headers.get("content-security-policy");
    expect(policy).toContain("frame-ancestors 'self'");
    expect(policy).not.toBe(general);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});
