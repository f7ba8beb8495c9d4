import { fieldError } from "./errors";
import { say } from "./messages";

/** The position of a row in a list that is sorted by time or date, then by id. */
export type Cursor = { at: string; id: string };

/** Decodes a cursor from {@link pageOf}. @throws AppError BAD_REQUEST */
export function decodeCursor(cursor: string): Cursor & { date: Date } {
  const [at = "", id = "", ...rest] = Buffer.from(cursor, "base64url").toString().split("|");
  const date = new Date(/^(?!0000)\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d\.\d{3}Z)?$/.test(at) ? at : "");
  const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id);
  if (!isId || rest.length > 0 || Number.isNaN(date.getTime())) {
    throw fieldError("cursor", say("noSuchPage"));
  }
  return { at, id, date };
}

export function isCursor(text: string): boolean {
  try {
    return decodeCursor(text).id !== "";
  } catch {
    return false;
  }
}

/** Takes `limit` items out of `limit + 1`; `nextCursor` is null on the last page. */
export function pageOf<Item>(
  items: Item[],
  limit: number,
  positionOf: (item: Item) => { at: Date | string; id: string },
) {
  const page = items.slice(0, limit);
  const last = items.length > limit ? page.at(-1) : undefined;
  if (!last) return { items: page, nextCursor: null };
  const { at, id } = positionOf(last);
  const cursor = `${typeof at === "string" ? at : at.toISOString()}|${id}`;
  return { items: page, nextCursor: Buffer.from(cursor).toString("base64url") };
}

/** Selects the rows after a cursor in a list with the newest row first. */
export function newestAfter(cursor: string) {
  const { date, id } = decodeCursor(cursor);
  return { createdAt: { lte: date }, OR: [{ createdAt: { lt: date } }, { id: { lt: id } }] };
}
