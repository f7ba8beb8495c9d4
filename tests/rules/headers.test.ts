import { expect, it } from "vitest";
import { readEnv } from "@/env";
import { safetyOf, siteOf } from "../../scripts/headers.mjs";

const hsts = (given: Record<string, string>) =>
  safetyOf(siteOf(readEnv(given), false))["strict-transport-security" as keyof ReturnType<typeof safetyOf>];
const APP_URL = "https://www.school.example";

it("a site with HTTPS binds itself to it, and its subdomains only where the settings say so", () => {
  expect(hsts({ APP_URL })).toBe("max-age=31536000");
  expect(hsts({ APP_URL, HSTS_SUBDOMAINS: "off" })).toBe("max-age=31536000");
  expect(hsts({ APP_URL, HSTS_SUBDOMAINS: "on" })).toBe("max-age=31536000; includeSubDomains");
});

it("a site without HTTPS never speaks of it", () => {
  expect(hsts({})).toBeUndefined();
  expect(hsts({ APP_URL: "http://school.example", HSTS_SUBDOMAINS: "on" })).toBeUndefined();
});

it("the setting is on or off, and nothing else", () => {
  expect(() => readEnv({ HSTS_SUBDOMAINS: "yes" })).toThrow("HSTS_SUBDOMAINS must be on or off.");
});
