// `npm run pictures`: takes a screenshot of every page of the sample institute, at phone and desktop size, light and dark, and
// writes an index page. Also updates the README's pictures.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { type BrowserContext, chromium, type Page } from "@playwright/test";
import { linksOf } from "../src/features/pages";
import { browserLaunch, unpackBrowser } from "../tests/harness/browser";
import { launch, removeFolder, temporaryFolder } from "../tests/harness/launch.mjs";
import { samplePassword } from "./demo/content";
import { firstOfSample } from "./demo/people";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const folder = join(root, "test-results/pictures");
const adminPassword = "chalk and seven lanterns";

const screens = {
  visitor: [
    ...["/", "/about", "/services", "/study-materials", "/show-schedule", "/notices", "/admission"],
    ...[
      "/contact",
      "/story",
      "/blog",
      "/careers",
      "/privacy",
      "/terms",
      "/login",
      "/signup",
      "/forgot-password",
      "/api/docs",
    ],
  ],
  user: linksOf("user").map(({ href }) => href),
  // The built-in administrator has no children here.
  admin: linksOf("admin").flatMap(({ href, right }) => (right === "family" ? [] : [href])),
};

const sizes = { phone: { width: 360, height: 740 }, desktop: { width: 1280, height: 800 } } as const;
const schemes = ["light", "dark"] as const;

/** The README's pictures: screenshot name to file name. */
const chosen: Record<string, string> = {
  "home-desktop-light": "home",
  "study-materials-desktop-light": "study-materials",
  "user-results-desktop-dark": "results",
  "admin-upload-materials-desktop-light": "upload",
  "admin-overview-desktop-light": "overview",
  "admin-students-desktop-light": "students",
};

const nameOf = (path: string) => path.slice(1).replaceAll("/", "-") || "home";

async function logIn(page: Page, role: "user" | "admin"): Promise<void> {
  await page.goto("/login");
  if (role === "admin") {
    await page.getByText("Admin", { exact: true }).click();
    await page.getByLabel("Username").fill("admin");
  } else await page.getByLabel("Email Address").fill(firstOfSample("2026-01-01").student.email);
  await page.getByLabel("Password", { exact: true }).fill(role === "admin" ? adminPassword : samplePassword);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL((url) => url.pathname !== "/login");
}

async function picture(context: BrowserContext, path: string, name: string): Promise<void> {
  const page = await context.newPage();
  await page.goto(path);
  // Images below the fold load lazily.
  await page.evaluate("for (const image of document.images) image.loading = 'eager'");
  await page.waitForLoadState("networkidle");
  const file = join(folder, `${name}.png`);
  await page.screenshot({ path: file, fullPage: true, animations: "disabled" });
  const forReadme = chosen[name];
  if (forReadme)
    await page.screenshot({ path: join(root, "docs/pictures", `${forReadme}.png`), animations: "disabled" });
  await page.close();
}

await mkdir(folder, { recursive: true });
await mkdir(join(root, "docs/pictures"), { recursive: true });
await unpackBrowser();
const dataDir = await temporaryFolder();
const product = await launch({ dataDir, adminPassword, logFile: join(root, "test-results/pictures.log") });
try {
  const demo = spawn(process.execPath, ["scripts/run.mjs", "scripts/demo/demo.ts"], {
    cwd: root,
    env: { ...process.env, DATA_DIR: dataDir },
    stdio: "inherit",
  });
  const [code] = await once(demo, "exit");
  if (code !== 0) throw new Error("npm run demo failed.");
  const browser = await chromium.launch(browserLaunch());
  const pictures: string[] = [];
  for (const [size, viewport] of Object.entries(sizes)) {
    for (const colorScheme of schemes) {
      for (const [who, paths] of Object.entries(screens)) {
        const options = { baseURL: product.url, viewport, colorScheme, reducedMotion: "reduce" } as const;
        const context = await browser.newContext(options);
        if (who !== "visitor") await logIn(await context.newPage(), who as "user" | "admin");
        for (const path of paths) {
          const name = `${nameOf(path)}-${size}-${colorScheme}`;
          await picture(context, path, name);
          pictures.push(name);
        }
        await context.close();
      }
    }
  }
  await browser.close();
  const figures = pictures.map((name) => `<figure><figcaption>${name}</figcaption><img src="${name}.png"></figure>`);
  const style = "body{display:flex;flex-wrap:wrap;gap:2rem;font:1rem system-ui}img{width:22rem}figure{margin:0}";
  await writeFile(join(folder, "index.html"), `<!doctype html><style>${style}</style>${figures.join("")}`);
  process.stdout.write(`${pictures.length} screenshots are in ${join(folder, "index.html")}\n`);
} finally {
  await product.stop();
  await removeFolder(dataDir);
}
