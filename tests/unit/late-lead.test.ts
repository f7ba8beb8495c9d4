import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const source = join(import.meta.dirname, "../../src/features");
/** Here the session has ended, or the person presses a link. */
const mayLead = /^account\/|\/(logout-button|sheet-head)\.tsx$/;

it("every page that follows an answer is opened only if its form was not left", () => {
  const pushes = readdirSync(source, { recursive: true, encoding: "utf8" })
    .filter((path) => /\.tsx?$/.test(path) && !mayLead.test(path))
    .flatMap((path) => readFileSync(join(source, path), "utf8").split("\n"))
    .filter((line) => /\brouter\.(push|replace)\(/.test(line));
  expect(pushes.length).toBeGreaterThan(3);
  expect(pushes.filter((line) => !/if \(.*\b(shown\.isConnected|place\.current)\b/.test(line))).toEqual([]);
});
