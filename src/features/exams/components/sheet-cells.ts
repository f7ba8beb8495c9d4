/** The fields of a row, in column order. */
export const fields = ["text", "remark"] as const;

export type CellField = (typeof fields)[number];

/** The input of a cell. */
export const cellAt = (table: HTMLElement | null, id: string, field: CellField) =>
  table?.querySelector<HTMLInputElement>(`input[data-student="${id}"][data-field="${field}"]`) ?? null;

/** The cell of an input. */
export function cellOf(target: EventTarget): { id: string; field: CellField } | null {
  if (!(target instanceof HTMLInputElement)) return null;
  const { student: id, field } = target.dataset;
  const known = fields.find((one) => one === field);
  return id && known ? { id, field: known } : null;
}

/** The next of some rows after the one at `id`, in this order; after the last one the first. */
export function nextOf(order: readonly string[], some: readonly string[], id: string): string | undefined {
  const after = order.indexOf(id) + 1;
  return [...order.slice(after), ...order.slice(0, after)].find((one) => some.includes(one));
}
