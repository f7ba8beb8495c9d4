import { type Choices, searchAsked } from "@/lib/list-address";
import { storedClassOf } from "@/lib/stored-classes";
import { materialStates } from "./schema-states";

/** The filters of the office's table, as named in its URL. */
export const officeFilters = ["q", "class", "subject", "state"] as const;

/** The query for the list beside the upload form. */
export const latestUploads = { includeExpired: true, limit: 3 } as const;

/** Parses the query string of the office's table. */
export function officeListFor(given: Choices) {
  const [className, q] = [storedClassOf(given.class), searchAsked(given)];
  const subject = given.subject?.trim().slice(0, 200);
  const state = materialStates.find((one) => one === given.state);
  return {
    ...(q && { q }),
    ...(className && { className: String(className) }),
    ...(subject && { subject }),
    ...(state && { state }),
    includeExpired: true,
    limit: 50,
  };
}
