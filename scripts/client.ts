// `npm run client`: writes the OpenAPI document and the types of the TypeScript client from the declared calls. A test holds
// them to each other.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { openApiDocument } from "@/api/rest";

const folder = join(dirname(dirname(fileURLToPath(import.meta.url))), "docs", "api");

/** Where the two are. */
export const clientFiles = { document: join(folder, "openapi.json"), types: join(folder, "lyceum.d.ts") };

/** The document as the code wants it. */
export function writtenDocument(): string {
  return `${JSON.stringify(openApiDocument(), null, 2)}\n`;
}

/** The first line of the types: which document they were made from. */
export function headOfTypes(document: string): string {
  return `// Made by npm run client from openapi.json, SHA-256 ${createHash("sha256").update(document).digest("hex")}\n`;
}

// The generator needs a TypeScript that this project has left behind, so it is no dependency.
const generator = [
  "--yes",
  "--package",
  "openapi-typescript@7.13.0",
  "--package",
  "typescript@5.9.3",
  "openapi-typescript",
];

/** The generator takes every text for one, also what is the bytes of a file. */
function withFiles(types: string): string {
  return types.replace(/(Format: binary\n(?:\s+\*.*\n)*\s+[\w"/.+-]+\??: )string;/g, "$1Blob;");
}

async function writeClient(): Promise<void> {
  const document = writtenDocument();
  await writeFile(clientFiles.document, document);
  execFileSync("npx", [...generator, clientFiles.document, "-o", clientFiles.types], { stdio: "inherit" });
  await writeFile(clientFiles.types, headOfTypes(document) + withFiles(await readFile(clientFiles.types, "utf8")));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) await writeClient();
