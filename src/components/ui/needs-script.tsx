import { institute } from "@/content/institute";
import { Alert } from "./alert";

/** Says above a form, to those whose browser runs no script, that it cannot be sent, and what to do. */
export function NeedsScript() {
  return (
    <noscript>
      <Alert tone="info">
        This form needs JavaScript, which is switched off in this browser. Switch it on and reload the page, or call us
        on {institute.phone}.
      </Alert>
    </noscript>
  );
}
