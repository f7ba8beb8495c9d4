import type { Ref } from "react";
import { honeypotName } from "@/lib/honeypot";

const unseen = { "aria-hidden": true, tabIndex: -1, className: "hidden" };
// Browsers and password managers do not fill in invisible fields; these attributes are a second safeguard.
const untouched = { "data-1p-ignore": true, "data-bwignore": true, "data-lpignore": "true", "data-form-type": "other" };

/** See {@link honeypotName}. Not displayed, and therefore neither focusable nor read aloud. */
export function HoneypotField({ ref }: { ref: Ref<HTMLInputElement> }) {
  return <input ref={ref} name={honeypotName} autoComplete="off" {...unseen} {...untouched} />;
}
