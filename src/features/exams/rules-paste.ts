/** A pasted cell, with its row and column in the sheet, counted from zero. */
export type PastedCell = { row: number; column: number; text: string };

/**
 * Parses a copied block: tabs between columns, newlines between rows. A quoted cell may contain tabs, newlines and doubled
 * quotes. Spreadsheets end a block with an empty line.
 */
export function readBlock(text: string): string[][] {
  const rows: string[][] = [[]];
  const cells = /(?:"((?:[^"]|"")*)"(?=[\t\r\n]|$)|([^\t\r\n]*))(\t|\r\n|\r|\n|$)/y;
  while (cells.lastIndex <= text.length) {
    const found = cells.exec(text);
    if (!found) break;
    const [all, quoted, plain = "", end] = found;
    rows.at(-1)?.push(quoted?.replaceAll('""', '"').replaceAll(/\s*[\r\n]+\s*/g, " ") ?? plain);
    if (end === "") break;
    if (end !== "\t") rows.push([]);
    if (all === "") break;
  }
  const last = rows.at(-1);
  if (rows.length > 1 && last?.length === 1 && last[0] === "") rows.pop();
  return rows;
}

/** The target cells of a pasted block, and how many do not fit. */
export function placeBlock(
  block: readonly (readonly string[])[],
  at: { row: number; column: number },
  size: { rows: number; columns: number },
): { cells: PastedCell[]; outside: number } {
  const all = block.flatMap((texts, down) =>
    texts.map((text, right) => ({ row: at.row + down, column: at.column + right, text })),
  );
  const cells = all.filter(({ row, column }) => row < size.rows && column < size.columns);
  const outside = all.filter((cell) => !cells.includes(cell) && cell.text.trim() !== "").length;
  return { cells, outside };
}
