import { readdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { ReactNode } from "react";

type Given = { params: Promise<Record<string, string>>; searchParams: Promise<Record<string, string>> };
type Part = (given: Given & { children?: ReactNode }) => unknown;

const folder = join(import.meta.dirname, "../../src/app");

const partOf = async (file: string): Promise<Part> => (await import(pathToFileURL(file).href)).default;

const files = readdirSync(folder, { recursive: true }).map(String);

const pathOf = (file: string) => `/${file.replaceAll(/\([^)]*\)\/|\/?(page|layout)\.tsx$/g, "")}`;

/** The components of the pages by path, in which `[id]` is literal. */
const pages = await partsOf(files.filter((file) => /(^|\/)page\.tsx$/.test(file)));
const layouts = await partsOf(["user/layout.tsx", "admin/layout.tsx"]);

async function partsOf(those: string[]): Promise<Map<string, Part>> {
  return new Map(
    await Promise.all(those.map(async (file) => [pathOf(file), await partOf(join(folder, file))] as const)),
  );
}

export const pagePaths = [...pages.keys()].sort();

/**
 * Everything that a page and its layout send to the browser: the properties of every part, and the output of each part that
 * needs no browser. Null if the page redirects or is not found.
 */
export async function payloadOf(path: string, asked: { id?: string; child?: string }): Promise<string | null> {
  const { id = "", ...search } = asked;
  const given = { params: Promise.resolve({ id }), searchParams: Promise.resolve(search) };
  const page = pages.get(path);
  const around = layouts.get(`/${path.split("/")[1]}`);
  const found: string[] = [];
  try {
    await gather(await page?.(given), found);
    if (around) await gather(around({ ...given, children: null }), found);
  } catch (error) {
    if (isElsewhere(error)) return null;
    throw error;
  }
  return found.join("\n");
}

const isElsewhere = (error: unknown) =>
  /^NEXT_(REDIRECT|HTTP_ERROR)/.test(String(Reflect.get(Object(error), "digest")));

type Element = { $$typeof: symbol; type: unknown; props: Record<string, unknown> };

const isElement = (node: object): node is Element => "$$typeof" in node && "props" in node;

/** Collects the texts in a node of a page. */
async function gather(node: unknown, found: string[]): Promise<void> {
  if (typeof node === "string" || typeof node === "number") found.push(String(node));
  if (typeof node !== "object" || node === null) return;
  if (node instanceof Date) found.push(node.toISOString());
  if (node instanceof Promise) return gather(await node, found);
  const isPart = isElement(node);
  for (const value of Object.values(isPart ? node.props : node)) await gather(value, found);
  if (isPart && typeof node.type === "function") await gather(await madeOf(node.type as Part, node.props), found);
}

/** The output of a part. Null for one that only a browser can render: its properties hold all of its data. */
async function madeOf(part: Part, props: Record<string, unknown>): Promise<unknown> {
  try {
    return await part(props as Given);
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}
