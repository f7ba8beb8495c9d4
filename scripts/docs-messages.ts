// The features' message catalogues as tables for docs/spec.md: key and text, with parameter names in braces.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const features = join(import.meta.dirname, "../src/features");
const catalogue = /^(copy|messages)(-.+)?\.ts$/;

type Message = (...values: unknown[]) => unknown;

const isMessage = (value: unknown): value is Message => typeof value === "function";

const placeholders = new Proxy({}, { get: (_, key) => `{${String(key)}}` });

/** Calls a message function with its parameter names as arguments. */
function sampleOf(message: Message): unknown {
  const [, several, one] = /^[^(=]*?(?:\(([^)]*)\)|(\w+)\s*=>)/.exec(String(message)) ?? [];
  const list = several ?? one ?? "";
  const names = list.startsWith("{") ? [list] : list.split(",").map((name) => name.trim());
  return message(...names.map((name) => (/^\w+$/.test(name) ? `{${name}}` : placeholders)));
}

/** All texts below `value` with their keys. */
function textsOf(key: string, value: unknown): [string, string][] {
  if (typeof value === "string") return [[key, value]];
  if (isMessage(value)) return textsOf(key, sampleOf(value));
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) => textsOf(key === "" ? name : `${key}.${name}`, part));
}

const cell = (text: string) => text.replaceAll("|", "\\|").replaceAll("\n", "<br>");

async function tableOf(room: string, files: string[]): Promise<string> {
  const modules: Record<string, unknown>[] = await Promise.all(
    files.map((file) => import(pathToFileURL(join(features, room, file)).href)),
  );
  const rows = modules
    .flatMap((module) =>
      Object.entries(module)
        .filter(([name]) => !/^say/.test(name))
        .sort(([one], [other]) => one.localeCompare(other)),
    )
    .flatMap(([name, value]) => textsOf(/^(copy|messages)$/.test(name) ? "" : name, value))
    .map(([key, text]) => `| \`${key}\` | ${cell(text)} |`);
  return [`### Messages of ${room}`, "", "| Key | Text |", "| --- | --- |", ...rows].join("\n");
}

export async function messageTables(): Promise<string> {
  const tables = readdirSync(features, { withFileTypes: true })
    .flatMap((entry) => (entry.isDirectory() ? entry.name : []))
    .sort()
    .map((room): [string, string[]] => [room, readdirSync(join(features, room)).filter((file) => catalogue.test(file))])
    .filter(([, files]) => files.length > 0)
    .map(([room, files]) => tableOf(room, files.sort()));
  return (await Promise.all(tables)).join("\n\n");
}
