import { defineConfig } from "@playwright/test";
import { browserLaunch } from "./tests/setup/browser";

/** What looks at no page, or starts a product of its own, runs once, with the desktop. */
const once = [
  ...[
    "accounts",
    "api",
    "cloud",
    "crash",
    "forms",
    "front",
    "headers",
    "mail-crash",
    "mail-server",
    "mailing",
    "office",
  ],
  ...["moving", "payloads", "phone", "prove", "requests", "sessions", "shared-computer", "start", "uploads"],
  ...["upgrade", "watch"],
];

export default defineConfig({
  testDir: "tests/e2e",
  outputDir: "test-results/e2e",
  globalSetup: "./tests/setup/product.ts",
  fullyParallel: true,
  workers: 2,
  retries: 0,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [["line"], ["json", { outputFile: "test-results/playwright.json" }]],
  use: {
    baseURL: process.env.PRODUCT_URL,
    launchOptions: browserLaunch(),
    timezoneId: "Pacific/Auckland",
    locale: "en-GB",
    screenshot: "only-on-failure",
    trace: "retain-on-failure",
  },
  projects: [
    {
      name: "phone",
      testIgnore: once.map((name) => `**/${name}.spec.ts`),
      use: { viewport: { width: 360, height: 740 }, hasTouch: true },
    },
    { name: "desktop", use: { viewport: { width: 1280, height: 800 } } },
  ],
});
