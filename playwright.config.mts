import { defineConfig } from "@playwright/test";
import { browserLaunch } from "./tests/harness/browser";
import { isThorough } from "./tests/harness/runs";

const desktop = { viewport: { width: 1280, height: 800 } };

export default defineConfig({
  outputDir: "test-results/e2e",
  globalSetup: "./tests/harness/product.ts",
  fullyParallel: true,
  // One more than the processors, because pages wait for the network and for animations.
  workers: 3,
  retries: 0,
  forbidOnly: true,
  // Long tests run in `npm run resilience`.
  ...(!isThorough && { grepInvert: /@long/ }),
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [["line"]],
  use: {
    baseURL: process.env.PRODUCT_URL,
    launchOptions: browserLaunch(),
    timezoneId: "Pacific/Auckland",
    locale: "en-GB",
    screenshot: "only-on-failure",
  },
  projects: [
    {
      name: "phone",
      testDir: "tests/e2e",
      // Tests of things that people do differently on a small screen: menus, panels. expectGoodLayout tests what fits and what axe finds.
      grep: /@layout/,
      use: { viewport: { width: 360, height: 740 }, hasTouch: true },
    },
    { name: "desktop", testDir: "tests/e2e", use: desktop },
    // Journeys of several people through several rooms, and tests that need a product of their own: `npm run journeys`.
    { name: "journeys", testDir: "tests/journeys", use: desktop },
  ],
});
