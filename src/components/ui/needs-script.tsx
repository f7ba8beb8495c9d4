"use client";

import { useFacts } from "../site/facts";
import { Alert } from "./alert";

/** Tells visitors without JavaScript, above a form, that it cannot be sent, and what to do instead. */
export function NeedsScript() {
  const { phone } = useFacts();
  return (
    <noscript>
      <Alert tone="info">
        This form needs JavaScript, which is switched off in this browser. Switch it on and reload the page, or call us
        on {phone}.
      </Alert>
    </noscript>
  );
}
