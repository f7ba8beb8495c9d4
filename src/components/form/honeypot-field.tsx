import type { Ref } from "react";
import { honeypotName } from "@/lib/honeypot";

const unseen = { "aria-hidden": true, tabIndex: -1, className: "hidden" };
// Browsers and keepers of passwords fill in nothing that cannot be seen; what else they go by says no as well.
const untouched = { "data-1p-ignore": true, "data-bwignore": true, "data-lpignore": "true", "data-form-type": "other" };

/** See {@link honeypotName}. Not displayed, and so in no tab order and read out by nothing. */
export function HoneypotField({ ref }: { ref: Ref<HTMLInputElement> }) {
  return <input ref={ref} name={honeypotName} autoComplete="off" {...unseen} {...untouched} />;
}
