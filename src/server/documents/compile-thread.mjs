// The worker threads of `compile.ts`: each job is answered with a PDF or a picture. Typst compiles synchronously, and its cache
// grows with every document.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { NodeCompiler } from "@myriaddreamin/typst-ts-node-compiler";
import { renderSVG } from "uqr";
import { fontFiles } from "./fonts.mjs";

const { resolve } = createRequire(import.meta.url);
const templates = join(dirname(fileURLToPath(import.meta.url)), "templates");
const compiler = NodeCompiler.create({
  workspace: templates,
  fontArgs: [{ fontBlobs: fontFiles.map((file) => readFileSync(resolve(file))) }],
});

/**
 * Data reach a template as a value, never as source. Typst rejects PDF/UA-1 if the template lacks a title or alternative
 * text. Joined documents are not PDF/UA: Typst copies their pages without tags.
 * @param {{ template: string, data: unknown, seconds: number, files?: Uint8Array[] }} job
 * @returns {{ bytes: Uint8Array, pages: number, svg?: string }}
 */
export function typeset({ template, data, seconds, files }) {
  try {
    for (const [index, file] of (files ?? []).entries())
      compiler.mapShadow(join(templates, `${index}.pdf`), Buffer.from(file));
    const compiled = compiler.compile({
      mainFilePath: join(templates, `${template}.typ`),
      inputs: { data: JSON.stringify(data, drawn) },
    });
    const document = compiled.result;
    if (!document) throw new Error(compiled.takeDiagnostics()?.shortDiagnostics.map(said).join("; ") ?? "no document");
    const pages = document.numOfPages;
    if (template === "social") return { bytes: new Uint8Array(), pages, svg: compiler.svg(document) };
    const bytes = new Uint8Array(
      compiler.pdf(document, { creationTimestamp: seconds, ...(!files && { pdfStandard: "ua-1" }) }),
    );
    return { bytes, pages };
  } finally {
    compiler.resetShadow();
    // Evicts cache entries that recent documents did not use.
    compiler.evictCache(2);
  }
}

/**
 * The field `qr` holds the text of a QR code.
 * @param {string} key @param {unknown} value
 */
const drawn = (key, value) => (key === "qr" ? renderSVG(String(value), { border: 0, ecc: "M" }) : value);

/** @param {unknown} diagnostic */
const said = (diagnostic) => JSON.stringify(diagnostic);
