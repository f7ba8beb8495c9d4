// The worker thread of `compile.ts`: answers each job with a PDF, a picture or an error. Typst compiles synchronously, and
// its cache grows with every document.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parentPort } from "node:worker_threads";
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
 * @param {{ template: string, data: unknown, seconds: number, files?: Uint8Array[] }} order
 */
function typesetOf({ template, data, seconds, files }) {
  try {
    for (const [index, file] of (files ?? []).entries())
      compiler.mapShadow(join(templates, `${index}.pdf`), Buffer.from(file));
    const compiled = compiler.compile({
      mainFilePath: join(templates, `${template}.typ`),
      inputs: { data: JSON.stringify(data, drawn) },
    });
    const document = compiled.result;
    if (!document) throw new Error(compiled.takeDiagnostics()?.shortDiagnostics.map(said).join("; ") ?? "no document");
    if (template === "social") return { svg: compiler.svg(document) };
    const pdf = compiler.pdf(document, { creationTimestamp: seconds, ...(!files && { pdfStandard: "ua-1" }) });
    return { pdf: new Uint8Array(pdf), pages: document.numOfPages };
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

parentPort?.on("message", ({ id, ...order }) => {
  try {
    const { pdf, pages, svg } = typesetOf(order);
    parentPort?.postMessage({ id, pdf, pages, svg }, pdf ? [pdf.buffer] : []);
  } catch (error) {
    parentPort?.postMessage({ id, fault: error instanceof Error ? error.message : String(error) });
  }
});
