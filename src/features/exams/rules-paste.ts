/** A cell that something is pasted into, counted from the first row and column of the sheet. */
export type PastedCell = { row: number; column: number; text: string };

/**
 * The cells of a copied block: tabs between columns, lines between rows. A cell in quotes may hold tabs, lines and doubled
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

/** Where the cells of a block land in a sheet, and how many have no place in it. */
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
