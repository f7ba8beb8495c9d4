import { expect, it } from "vitest";
import { readEnv } from "@/env";
import { safetyOf, siteOf } from "../../src/http/security-headers.mjs";

const hsts = (given: Record<string, string>) =>
  safetyOf(siteOf(readEnv(given), false))["strict-transport-security" as keyof ReturnType<typeof safetyOf>];
const APP_URL = "https://www.school.example";

it("HSTS is sent over HTTPS, with subdomains only if the setting says so", () => {
  expect(hsts({ APP_URL })).toBe("max-age=31536000");
  expect(hsts({ APP_URL, HSTS_SUBDOMAINS: "off" })).toBe("max-age=31536000");
  expect(hsts({ APP_URL, HSTS_SUBDOMAINS: "on" })).toBe("max-age=31536000; includeSubDomains");
});

it("HSTS is not sent without HTTPS", () => {
  expect(hsts({})).toBeUndefined();
  expect(hsts({ APP_URL: "http://school.example", HSTS_SUBDOMAINS: "on" })).toBeUndefined();
});

it('HSTS_SUBDOMAINS accepts only "on" and "off"', () => {
  expect(() => readEnv({ HSTS_SUBDOMAINS: "yes" })).toThrow("HSTS_SUBDOMAINS must be on or off.");
});
