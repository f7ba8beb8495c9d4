import { materialStates } from "./schema-states";

/** The filters of the office's table, as in its address. */
export const officeFilters = ["q", "class", "subject", "state"] as const;

/** What stands beside the upload form. */
export const latestUploads = { includeExpired: true, limit: 3 } as const;

/** Parses the query string of the office's table. */
export function officeListFor(given: Readonly<Record<string, string>>) {
  const { q = "", class: className = "", state: wanted } = given;
  const subject = given.subject?.trim().slice(0, 200);
  const state = materialStates.find((one) => one === wanted);
  return {
    ...(q && { q: q.slice(0, 100) }),
    ...(/^([1-9]|1[0-2])$/.test(className) && { className }),
    ...(subject && { subject }),
    ...(state && { state }),
    includeExpired: true,
    limit: 50,
  };
}
