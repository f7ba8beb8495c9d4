import { join } from "node:path";
import { launch, removeFolder, temporaryFolder } from "../../scripts/launch.mjs";
import { unpackBrowser } from "./browser";
import { expectCleanLogs, typedInto } from "./canary";

/** The administrator of the product under test. */
export const administrator = { username: "admin", password: "chalk and seven lanterns" };

/** Of every student that the browser tests make. */
export const studentPassword = "mango-river-9";

/**
 * Starts the product once for all browser tests, on fresh data, and at the end looks through all logs for what must not be
 * there. PRODUCT_URL names one that already runs.
 */
export default async function startProduct(): Promise<(() => Promise<void>) | undefined> {
  await unpackBrowser();
  if (process.env.PRODUCT_URL) return undefined;
  const dataDir = await temporaryFolder();
  const began = new Date();
  const logs = join(import.meta.dirname, "../../test-results");
  const logFile = join(logs, "product.log");
  const more = { TRUSTED_PROXIES: "1" };
  const product = await launch({ dataDir, adminPassword: administrator.password, logFile, more }).catch(
    async (error) => {
      await removeFolder(dataDir);
      throw error;
    },
  );
  process.env.PRODUCT_URL = product.url;
  return async () => {
    try {
      const typed = [administrator.password, studentPassword, ...(await typedInto(dataDir))];
      await product.stop();
      await expectCleanLogs(logs, began, typed);
    } finally {
      await removeFolder(dataDir);
    }
  };
}
