import { defineConfig } from "@playwright/test";
import { browserLaunch } from "./tests/harness/browser";
import { isThorough } from "./tests/harness/runs";

export default defineConfig({
  testDir: "tests/e2e",
  outputDir: "test-results/e2e",
  globalSetup: "./tests/harness/product.ts",
  fullyParallel: true,
  workers: 2,
  retries: 0,
  forbidOnly: true,
  // Long proofs run in `npm run resilience`.
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
      // Where a small screen changes what a person does: menus, panels. What fits, and what axe says, is in expectGoodLayout.
      grep: /@layout/,
      use: { viewport: { width: 360, height: 740 }, hasTouch: true },
    },
    { name: "desktop", use: { viewport: { width: 1280, height: 800 } } },
  ],
});
