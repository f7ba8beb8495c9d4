/** The fields of a row, in the order of their columns. */
export const fields = ["text", "remark"] as const;

export type CellField = (typeof fields)[number];

/** The input of a cell on the page. */
export const cellAt = (table: HTMLElement | null, id: string, field: CellField) =>
  table?.querySelector<HTMLInputElement>(`input[data-student="${id}"][data-field="${field}"]`) ?? null;

/** Which cell an element is the input of. */
export function cellOf(target: EventTarget): { id: string; field: CellField } | null {
  if (!(target instanceof HTMLInputElement)) return null;
  const { student: id, field } = target.dataset;
  const known = fields.find((one) => one === field);
  return id && known ? { id, field: known } : null;
}
