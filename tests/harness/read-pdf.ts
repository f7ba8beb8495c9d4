import { inflateSync } from "node:zlib";
import { PDFiumLibrary } from "@hyzyla/pdfium";
import jsQR from "jsqr";

// Started once: PDFium does not come up a second time in one process.
const started = PDFiumLibrary.init();

/** A PDF as others read it: the text of its pages, what the QR codes on them say, and the source of its objects. */
export async function readPdf(bytes: Uint8Array) {
  const document = await (await started).loadDocument(bytes);
  try {
    const pages: ReturnType<typeof pageOf>[] = [];
    for (const page of document.pages()) {
      // NFC, and without the marks of direction that a reader adds. Drawing closes the page.
      const text = page
        .getText()
        .normalize("NFC")
        .replaceAll(/[\0\r\u200e\u200f]/g, "");
      pages.push(pageOf(text, await page.render({ scale: 1.5 })));
    }
    return { pages, source: sourceOf(bytes) };
  } finally {
    document.destroy();
  }
}

/** A page whose codes are read once they are asked for: that takes longer than to set the page. */
function pageOf(text: string, { data, width, height }: { data: Uint8Array; width: number; height: number }) {
  let codes: string[] | undefined;
  return {
    text,
    get codes() {
      codes ??= codesIn(Uint8ClampedArray.from(data), width, height);
      return codes;
    },
  };
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
