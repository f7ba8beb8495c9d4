import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

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
    expect(foreign.map(({ name }) => name)).toEqual([]);
  });

  test("runs no script of its own at the installation", () => {
    expect(readFileSync(".npmrc", "utf8")).toMatch(/^ignore-scripts=true$/m);
  });

  test("is listed by one command", () => {
    const text = execFileSync("npm", ["run", "--silent", "sbom"], { encoding: "utf8", maxBuffer: 64 * 1024 * 1024 });
    const { bomFormat, components } = JSON.parse(text) as { bomFormat: string; components: { name: string }[] };
    expect(bomFormat).toBe("CycloneDX");
    expect(components.map(({ name }) => name)).toEqual(expect.arrayContaining(["next", "pg", "next-auth"]));
  });
});

test("no key and no password lies in the repository", () => {
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
