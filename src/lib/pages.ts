import { AppError } from "./errors";

/** A row's place in a list that is sorted by a time or date and then by id. */
export type Place = { at: string; id: string };

/** Reads the opaque word that {@link pageOf} gave out. @throws AppError BAD_REQUEST */
export function placeOf(cursor: string): Place & { date: Date } {
  const [at = "", id = "", ...rest] = Buffer.from(cursor, "base64url").toString().split("|");
  const date = new Date(/^(?!0000)\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d\.\d{3}Z)?$/.test(at) ? at : "");
  const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id);
  if (!isId || rest.length > 0 || Number.isNaN(date.getTime())) {
    throw new AppError("BAD_REQUEST", "This page of the list does not exist; start again from the first.");
  }
  return { at, id, date };
}

/** Whether {@link pageOf} can have given this word out. */
export function isCursor(text: string): boolean {
  try {
    return placeOf(text).id !== "";
  } catch {
    return false;
  }
}

/** Cuts `limit` items out of `limit + 1` and names the place where the next page starts, if there is one. */
export function pageOf<Item>(
  items: Item[],
  limit: number,
  placeOfItem: (item: Item) => { at: Date | string; id: string },
) {
  const page = items.slice(0, limit);
  const last = items.length > limit ? page.at(-1) : undefined;
  if (!last) return { items: page, nextCursor: null };
  const { at, id } = placeOfItem(last);
  const place = `${typeof at === "string" ? at : at.toISOString()}|${id}`;
  return { items: page, nextCursor: Buffer.from(place).toString("base64url") };
}
