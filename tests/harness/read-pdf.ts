import { inflateSync } from "node:zlib";
import { PDFiumLibrary, type PDFiumPage } from "@hyzyla/pdfium";
import jsQR from "jsqr";

// Started once: PDFium does not come up a second time in one process.
const started = PDFiumLibrary.init();

/** A PDF as others read it: the text of its pages, and the source of its objects. */
export const readPdfText = (bytes: Uint8Array) => read(bytes, ({ text }) => ({ text }));

/** The same with what the QR codes on the pages say: to draw a page takes longer than to set it. */
export const readPdf = (bytes: Uint8Array) =>
  read(bytes, async ({ text, page }) => pageOf(text, await page.render({ scale: 1.5 })));

type Found = { text: string; page: PDFiumPage };

async function read<Page>(bytes: Uint8Array, pageFrom: (found: Found) => Page | Promise<Page>) {
  const document = await (await started).loadDocument(bytes);
  try {
    const pages: Page[] = [];
    for (const page of document.pages()) {
      // NFC, and without the marks of direction that a reader adds. Drawing closes the page.
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

/** A page whose codes are read once they are asked for, which takes longer still. */
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

/** The stripes of a page without dark ink between two heights, from the left: all in millimetres of A4. */
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

/** What the QR codes of a page say, from above. The reader finds one at a time, so it looks at a stripe at a time. */
function codesIn(pixels: Uint8ClampedArray, width: number, height: number): string[] {
  const stripe = Math.floor(width / 3);
  const step = Math.floor(stripe / 3);
  const starts = Array.from({ length: Math.ceil((height - stripe) / step) + 1 }, (_, index) =>
    Math.min(index * step, height - stripe),
  );
  const found = starts.map((top) =>
    jsQR(pixels.slice(4 * top * width, 4 * (top + stripe) * width), width, stripe, { inversionAttempts: "dontInvert" }),
  );
  // A stripe that cuts a code may be read as one that says nothing.
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
