import { codeOf, existingIdOf, issuesOf, messageOf, RefusedError } from "@/trpc/failure";
import { enrolCopy as copy } from "../messages-enrol";

/** People whom refusals have found, by field: a student for the child, or the holder of a typed phone number or address. */
export type Found = Partial<Record<string, { _id: string; text: string }>>;

/** The field for who the child is: a new one for each student who is found, so that no earlier answer or draft counts. */
export const whoField = (found: Found["who"]) => `who${found?._id ?? ""}`;

/** The field of a guardian in the form. */
export const guardianField = (index: number, field: string) => `guardians.${index}.${field}`;

/**
 * A refused enrolment with each error at its field, and the person whom it found; `hasMoved` if the application itself has
 * changed since it was shown.
 * @param places the indexes of the guardians that were sent
 */
export function refusedBy(error: unknown, places: readonly number[], given: Record<string, string>) {
  const found: Found = {};
  const issues = issuesOf(error).map(({ path, message }) => {
    const [list, index, field] = path;
    const isGuardian = list === "guardians" && typeof index === "number";
    const place = isGuardian ? guardianField(places[index] ?? index, String(field)) : undefined;
    const _id = existingIdOf(error);
    if (_id && place) found[place] = { _id, text: given[place] ?? "" };
    if (_id && list === "others") found.who = { _id, text: message };
    return { path: place ? [place] : list === "others" ? ["who"] : path, message };
  });
  if (issues.length === 0) return { refusal: error, found, hasMoved: codeOf(error) === "CONFLICT" };
  return { refusal: new RefusedError(messageOf(error, copy.failed), issues), found, hasMoved: false };
}
