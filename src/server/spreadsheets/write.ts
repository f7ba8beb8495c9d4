import "server-only";

/** A workbook with one sheet: all cells are texts, so that none is evaluated; the heading row is frozen. */
export async function xlsxOf(sheet: string, head: string[], rows: string[][]): Promise<Uint8Array> {
  const { writeXlsx } = await import("hucre/xlsx");
  return writeXlsx({
    sheets: [
      {
        name: sheet,
        columns: head.map((name) => ({ width: Math.min(40, Math.max(12, name.length + 3)), numFmt: "@" })),
        rows: [head, ...rows],
        freezePane: { rows: 1 },
      },
    ],
  });
}
