import { join } from "node:path";
import { launch, removeFolder, temporaryFolder } from "../../scripts/launch.mjs";
import { unpackBrowser } from "./browser";

/** The administrator of the product under test. */
export const administrator = { username: "admin", password: "chalk and seven lanterns" };

/** Starts the product once for all browser tests, on fresh data. PRODUCT_URL names one that already runs. */
export default async function startProduct(): Promise<(() => Promise<void>) | undefined> {
  await unpackBrowser();
  if (process.env.PRODUCT_URL) return undefined;
  const dataDir = await temporaryFolder();
  const logFile = join(import.meta.dirname, "../../test-results/product.log");
  const more = { TRUSTED_PROXIES: "1" };
  const product = await launch({ dataDir, adminPassword: administrator.password, logFile, more }).catch(
    async (error) => {
      await removeFolder(dataDir);
      throw error;
    },
  );
  process.env.PRODUCT_URL = product.url;
  process.env.PRODUCT_DATA_DIR = dataDir;
  return async () => {
    try {
      await product.stop();
    } finally {
      await removeFolder(dataDir);
    }
  };
}
