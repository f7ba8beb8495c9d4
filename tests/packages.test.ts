import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import superjson from "superjson";
import { describe, expect, test } from "vitest";
import { wire } from "@/lib/wire";
import { transformer } from "./harness/procedures";
import { factsOf } from "./harness/source-facts";

type Locked = { version: string; resolved?: string; integrity?: string; link?: boolean; hasInstallScript?: boolean };

const lockedIn = (file: string) =>
  (JSON.parse(readFileSync(file, "utf8")) as { packages: Record<string, Locked> }).packages;
const { dependencies, devDependencies } = JSON.parse(readFileSync("package.json", "utf8")) as Record<
  "dependencies" | "devDependencies",
  Record<string, string>
>;
// Lighthouse has packages of its own, which only its measurement installs.
const files = ["package-lock.json", "bench/lighthouse/package-lock.json"];
const installed = files
  .flatMap((file) => Object.entries(lockedIn(file)))
  .flatMap(([path, one]) =>
    path === "" ? [] : [{ name: path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length), ...one }],
  );

/** The first version of each package without a known hole that matters here. */
const floors: Record<string, string> = {
  next: "16.3.5",
  react: "19.2.9",
  "react-dom": "19.2.9",
  "next-auth": "4.24.15",
  "@trpc/server": "11.8.0",
  nodemailer: "9.0.5",
  "file-type": "21.3.1",
  sharp: "0.35.0",
  effect: "3.22.4",
};

function isBelow(version: string, floor: string): boolean {
  const [have, need] = [version, floor].map((text) => text.split(/[.-]/).map(Number));
  for (const [place, least] of (need ?? []).entries()) {
    const part = have?.[place] ?? 0;
    if (part !== least) return part < least;
  }
  return false;
}

describe("what is installed", () => {
  test.each([
    ["16.3.4", "16.3.5", true],
    ["16.3.5", "16.3.5", false],
    ["16.10.0", "16.3.5", false],
    ["15.9.9", "16.0.0", true],
  ])("%s is below %s: %s", (version, floor, below) => {
    expect(isBelow(version, floor)).toBe(below);
  });

  test("has no version with a known hole", () => {
    const tooOld = installed.filter(({ name, version }) => floors[name] && isBelow(version, floors[name]));
    expect(tooOld.map(({ name, version }) => `${name} ${version}`)).toEqual([]);
  });

  test("is pinned, and comes from the registry with a checksum", () => {
    const loose = Object.entries({ ...dependencies, ...devDependencies }).filter(
      ([, at]) => !/^\d+\.\d+\.\d+/.test(at),
    );
    expect(loose).toEqual([]);
    const foreign = installed.filter(
      ({ resolved, integrity }) => !integrity || (resolved && !resolved.startsWith("https://registry.npmjs.org/")),
    );
    // The registry that the lock file was written with lacks the compiler's packages for other platforms; npm installs the
    // version that is named here where it has them.
    const unchecked = /^@myriaddreamin\/typst-ts-node-compiler-(android|darwin|win32|linux-arm)/;
    expect(foreign.map(({ name }) => name).filter((name) => !unchecked.test(name))).toEqual([]);
  });

  test("runs no script of its own at the installation", () => {
    expect(readFileSync(".npmrc", "utf8")).toMatch(/^ignore-scripts=true$/m);
  });

  test("has sharp for each system that Lyceum runs on, and it works without a script", async () => {
    const locked = lockedIn("package-lock.json");
    const systems = ["linux-x64", "linux-arm64", "linuxmusl-x64", "linuxmusl-arm64", "darwin-x64", "darwin-arm64"];
    const parts = ["sharp", ...systems.flatMap((name) => [`@img/sharp-${name}`, `@img/sharp-libvips-${name}`])];
    const unfit = parts.filter((name) => locked[`node_modules/${name}`]?.hasInstallScript !== undefined);
    const missing = parts.filter((name) => locked[`node_modules/${name}`] === undefined);
    expect({ unfit, missing }).toEqual({ unfit: [], missing: [] });

    const create = { width: 400, height: 300, channels: 3, background: "#0a6b7c" } as const;
    const { info } = await sharp({ create }).resize(160).webp().toBuffer({ resolveWithObject: true });
    expect(info).toMatchObject({ format: "webp", width: 160, height: 120 });
  });

  test("is listed by one command", () => {
    const text = execFileSync("npm", ["run", "--silent", "sbom"], { encoding: "utf8", maxBuffer: 64 * 1024 * 1024 });
    const { bomFormat, components } = JSON.parse(text) as { bomFormat: string; components: { name: string }[] };
    expect(bomFormat).toBe("CycloneDX");
    expect(components.map(({ name }) => name)).toEqual(expect.arrayContaining(["next", "pg", "next-auth"]));
  });
});

test("the repository contains no key and no password", () => {
  const secrets = [
    "-----BEGIN [A-Z ]*PRIVATE KEY-----",
    "(^|[^A-Za-z0-9])(ghp|gho|github_pat|npm|glpat|xox[bp])_[A-Za-z0-9]{20,}",
    "AKIA[0-9A-Z]{16}",
    "sk_live_[0-9A-Za-z]{16,}",
    "postgres(ql)?://[^:@/ ]+:[^@ ]{8,}@[a-z0-9-]+\\.[a-z]",
  ];
  const search = (pattern: string) => {
    try {
      return execFileSync("git", ["grep", "-nE", "-e", pattern, "--", ".", ":!tests/packages.test.ts"], {
        encoding: "utf8",
      });
    } catch {
      return "";
    }
  };
  expect(secrets.map(search).join("")).toBe("");
});

describe("the packages that carry data between browser and server", () => {
  const sources = readdirSync("src", { recursive: true, encoding: "utf8" })
    .filter((path) => /\.tsx?$/.test(path) && !path.includes("generated"))
    .sort()
    .map((path) => ({ path, text: readFileSync(join("src", path), "utf8") }));
  // Only files that name the specifier are parsed.
  const importing = (specifier: string, typeOnly = false) =>
    sources
      .filter(({ text }) => text.includes(specifier))
      .filter(({ path, text }) =>
        factsOf(path, text)?.imports.some((one) => one.specifier === specifier && one.typeOnly === typeOnly),
      )
      .map(({ path }) => path);

  test("every answer of a procedure is in superjson's format, and the browser reads it with superjson", () => {
    const { input, output } = transformer;
    const view = { at: new Date(0), total: 2n };
    expect(output.serialize(view)).toEqual(superjson.serialize(view));
    expect(wire.output.deserialize(superjson.serialize(view))).toEqual(view);
    expect(input.deserialize(wire.input.serialize({ limit: 1 }))).toEqual({ limit: 1 });
    expect(importing("superjson")).toEqual(["lib/wire.ts", "server/trpc/wire.ts"]);
  });

  test("@uploadthing/react drives every upload of materials, and a page loads it only once it is needed", () => {
    expect(importing("@uploadthing/react")).toEqual(["trpc/uploads.ts"]);
    expect(importing("@/http/upload-router", true)).toEqual(["trpc/uploads.ts"]);
    const parts = "features/materials/components";
    expect(importing("@/trpc/uploads")).toEqual([`${parts}/upload-file.ts`, `${parts}/use-material-upload.ts`]);
    expect(importing("./upload-file")).toEqual([
      `${parts}/replace-file.tsx`,
      `${parts}/use-many-uploads.ts`,
      `${parts}/use-material-upload.ts`,
    ]);
    expect(importing("./use-many-uploads")).toEqual([`${parts}/many-uploads.tsx`]);
    expect(readFileSync(`src/${parts}/materials-table.tsx`, "utf8")).toContain(
      'dynamic(() => import("./many-uploads")',
    );
    expect(readFileSync(`src/${parts}/edit-material.tsx`, "utf8")).toContain('dynamic(() => import("./replace-file")');
    expect(importing("./use-material-upload")).toEqual(["features/materials/components/upload-form.tsx"]);
    expect(importing("@/features/materials/components/upload-form")).toEqual(["app/admin/upload-materials/page.tsx"]);
    const page = readFileSync("src/app/admin/upload-materials/page.tsx", "utf8");
    expect(page).toContain('dynamic(() => import("@/features/materials/components/upload-form")');
  });

  test("its plugin that adds a script without the page's nonce is not used", () => {
    expect(importing("@uploadthing/react/next-ssr-plugin")).toEqual([]);
  });
});
