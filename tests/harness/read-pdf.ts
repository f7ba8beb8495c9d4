import { inflateSync } from "node:zlib";
import { PDFiumLibrary, type PDFiumPage } from "@hyzyla/pdfium";
import jsQR from "jsqr";

// Started once: PDFium cannot start a second time in one process.
const started = PDFiumLibrary.init();

/** A PDF as other programs read it: the text of its pages and the source of its objects. */
export const readPdfText = (bytes: Uint8Array) => read(bytes, ({ text }) => ({ text }));

/** The same with the contents of the QR codes on the pages. Drawing a page takes longer than typesetting it. */
export const readPdf = (bytes: Uint8Array) =>
  read(bytes, async ({ text, page }) => pageOf(text, await page.render({ scale: 1.5 })));

type Found = { text: string; page: PDFiumPage };

async function read<Page>(bytes: Uint8Array, pageFrom: (found: Found) => Page | Promise<Page>) {
  const document = await (await started).loadDocument(bytes);
  try {
    const pages: Page[] = [];
    for (const page of document.pages()) {
      // NFC, and without the direction marks that a reader adds. Drawing closes the page.
      const text = page
        .getText()
        .normalize("NFC")
        .replaceAll(/[\0\r\u200e\u200f]/g, "");
      pages.push(await pageFrom({ text, page }));
    }
    return { pages, source: sourceOf(bytes) };
  } finally {
    document.destroy();
  }
}

/** A page whose codes are read only when needed, which takes longer still. */
function pageOf(text: string, { data, width, height }: { data: Uint8Array; width: number; height: number }) {
  let codes: string[] | undefined;
  return {
    text,
    get codes() {
      codes ??= codesIn(Uint8ClampedArray.from(data), width, height);
      return codes;
    },
    gaps: (top: number, bottom: number) => gapsIn({ data, width, height }, top, bottom),
  };
}

/** The vertical stripes of a page without dark ink between two heights, from the left, all in millimetres of A4. */
function gapsIn(
  { data, width, height }: { data: Uint8Array; width: number; height: number },
  top: number,
  bottom: number,
) {
  const [from, to] = [top, bottom].map((at) => Math.round((at * height) / 297));
  const isDark = (at: number) => Math.max(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0) < 150;
  const rows = Array.from({ length: (to ?? 0) - (from ?? 0) }, (_, index) => (from ?? 0) + index);
  const dark = Array.from({ length: width }, (_, x) => x).filter((x) => rows.some((y) => isDark(4 * (y * width + x))));
  return [...dark, width].flatMap((x, index) => {
    const start = index === 0 ? 0 : (dark[index - 1] ?? 0) + 1;
    return x === start ? [] : [{ from: (start * 210) / width, width: ((x - start) * 210) / width }];
  });
}

/** The contents of a page's QR codes, from the top. The reader finds only one at a time, so it gets one stripe at a time. */
function codesIn(pixels: Uint8ClampedArray, width: number, height: number): string[] {
  const stripe = Math.floor(width / 3);
  const step = Math.floor(stripe / 3);
  const starts = Array.from({ length: Math.ceil((height - stripe) / step) + 1 }, (_, index) =>
    Math.min(index * step, height - stripe),
  );
  const found = starts.map((top) =>
    jsQR(pixels.slice(4 * top * width, 4 * (top + stripe) * width), width, stripe, { inversionAttempts: "dontInvert" }),
  );
  // A stripe that cuts through a code may be read as an empty code.
  return [...new Set(found.flatMap((code) => (code?.data ? [code.data] : [])))];
}

function sourceOf(bytes: Uint8Array): string {
  const text = Buffer.from(bytes).toString("latin1");
  return text.replaceAll(/stream\r?\n([\s\S]*?)\r?\nendstream/g, (stream, packed: string) => {
    try {
      return inflateSync(Buffer.from(packed, "latin1")).toString("latin1");
    } catch {
      return stream;
    }
  });
}
