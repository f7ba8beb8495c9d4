import "../src/main/node-version.mjs";
import { join, resolve } from "node:path";
import { readCommand } from "../src/main/commands.mjs";
import { launch, removeFolder, temporaryFolder } from "../tests/harness/launch.mjs";

readCommand("smoke");
const root = resolve(import.meta.dirname, "..");
const dataDir = await temporaryFolder();
let passed = 0;
let failed = 0;

/**
 * @param {string} name
 * @param {() => Promise<string | void>} step returns a remark to print
 */
async function check(name, step) {
  const start = performance.now();
  try {
    const remark = await step();
    passed += 1;
    console.log(`passed  ${name}, ${((performance.now() - start) / 1000).toFixed(1)} s${remark ? `: ${remark}` : ""}`);
  } catch (error) {
    failed += 1;
    console.log(`FAILED  ${name}: ${error instanceof Error ? error.message : error}`);
  }
}

/**
 * @param {string} url
 * @param {string} type
 */
async function fetched(url, type) {
  const response = await fetch(url, { redirect: "error" });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`status ${response.status}`);
  if (!response.headers.get("content-type")?.startsWith(type)) throw new Error(`not ${type}`);
  return text;
}

/** @param {string} run */
async function startAndStop(run) {
  /** @type {Awaited<ReturnType<typeof launch>> | undefined} */
  let product;
  await check(`the ${run} npm start is ready`, async () => {
    const start = performance.now();
    const logFile = join(root, `test-results/smoke-${run}.log`);
    product = await launch({ dataDir, adminPassword: "chalk and seven lanterns", logFile, command: ["npm", "start"] });
    await fetched(product.url, "text/html");
    return `first page after ${((performance.now() - start) / 1000).toFixed(1)} s`;
  });
  if (!product) return;
  const { url, stop } = product;
  for (const path of ["/", "/study-materials"]) {
    await check(`${path} is a page`, async () => {
      const html = await fetched(url + path, "text/html");
      if (!/<h1[\s>]/.test(html)) throw new Error("no heading");
    });
  }
  await check("/api/materials is a list", async () => {
    if (!Array.isArray(JSON.parse(await fetched(`${url}/api/materials`, "application/json"))))
      throw new Error("no array");
  });
  await check("SIGTERM ends it cleanly and leaves nothing behind", stop);
}

await startAndStop("first");
await startAndStop("second");
await removeFolder(dataDir);
process.exitCode = failed > 0 ? 1 : 0;
console.log(`${passed} passed, ${failed} failed`);
