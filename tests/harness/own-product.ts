import { type Browser, type BrowserContextOptions, type Page, test } from "@playwright/test";
import type { QueryResultRow } from "pg";
import { connectToCluster } from "@/server/postgres/cluster";
import { launch, removeFolder, startedFolder } from "./launch.mjs";
import { administrator } from "./product";
import type { startSmtp } from "./smtp";
import { query } from "./sql";

type Options = { mail?: () => ReturnType<typeof startSmtp>; more?: () => Record<string, string> };

/**
 * A product of its own for the tests of a file: it starts before them and stops after them. Hooks run in the order in which
 * they are written, `afterAll` too: one above this call runs before the product starts or stops, one below it afterwards.
 * @param name the name of its log
 * @param mail starts its mail server, which closes after the product
 * @param more settings, read when the product starts
 */
export function ownProduct(name: string, { mail, more }: Options = {}) {
  let dataDir = "";
  let smtp: Awaited<ReturnType<typeof startSmtp>> | undefined;
  let product: Awaited<ReturnType<typeof launch>> | undefined;

  test.beforeAll(async () => {
    test.setTimeout(300_000);
    smtp = await mail?.();
    dataDir = await startedFolder();
    product = await launch({
      dataDir,
      adminPassword: administrator.password,
      logFile: `test-results/${name}.log`,
      more: { ...(smtp && { SMTP_URL: smtp.url }), ...more?.() },
    });
  });

  test.afterAll(async () => {
    await product?.stop();
    await smtp?.close();
    await removeFolder(dataDir);
  });

  const url = () => product?.url ?? "";

  return {
    /** Empty until it runs: Playwright asks for the `baseURL` of a file before its first hook. */
    get url() {
      return url();
    },

    get dataDir() {
      return dataDir;
    },

    get smtp() {
      if (!smtp) throw new Error("The product has no mail server.");
      return smtp;
    },

    /** Runs a statement in its database and returns the rows. */
    async sql<Row extends QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> {
      const database = await connectToCluster(dataDir);
      if (!database) throw new Error("The product's database does not run.");
      return query(database, text, values);
    },

    /** A page with cookies of its own. */
    async newPage(browser: Browser, options: BrowserContextOptions = {}): Promise<Page> {
      return (await browser.newContext({ baseURL: url(), ...options })).newPage();
    },
  };
}
