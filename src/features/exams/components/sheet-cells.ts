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

const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;

/** True if an arrow leads out of a cell: to the right at the end of a mark, and back at the start of a remark. */
export function leadsAside(
  key: string,
  field: CellField,
  { value, selectionStart, selectionEnd }: Pick<HTMLInputElement, "value" | "selectionStart" | "selectionEnd">,
): boolean {
  if (selectionStart !== selectionEnd) return false;
  if (field === "text") return key === "ArrowRight" && selectionEnd === value.length;
  // A text in Urdu does not start at the left.
  return key === "ArrowLeft" && selectionStart === 0 && !rightToLeft.test(value);
}

/** The next of some rows after the one at `id`, in this order; after the last one the first. */
export function nextOf(order: readonly string[], some: readonly string[], id: string): string | undefined {
  const after = order.indexOf(id) + 1;
  return [...order.slice(after), ...order.slice(0, after)].find((one) => some.includes(one));
}
