import "server-only";

/**
 * A workbook with one sheet: all cells are texts, so that none is evaluated; the heading row is frozen. `textRows` empty rows
 * below are texts, too: the library formats no cell that it does not write.
 */
export async function xlsxOf(sheet: string, head: string[], rows: string[][], textRows = 0): Promise<Uint8Array> {
  const { writeXlsx } = await import("hucre/xlsx");
  return writeXlsx({
    sheets: [
      {
        name: sheet,
        columns: head.map((name) => ({ width: Math.min(40, Math.max(12, name.length + 3)), numFmt: "@" })),
        rows: [head, ...rows, ...Array.from({ length: textRows }, () => head.map(() => null))],
        freezePane: { rows: 1 },
      },
    ],
  });
}
