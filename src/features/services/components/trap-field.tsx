import { trapName } from "@/lib/trap";

// Browsers and keepers of passwords fill in nothing that cannot be seen; what else they go by says no as well.
const untouched = { "data-1p-ignore": true, "data-bwignore": true, "data-lpignore": "true", "data-form-type": "other" };

/** See {@link trapName}. Not displayed, and so in no tab order and read out by nothing. */
export function TrapField() {
  return <input name={trapName} aria-hidden tabIndex={-1} autoComplete="off" className="hidden" {...untouched} />;
}
