import { Link } from "@/components/ui/link";
import { copy } from "../messages";

/** What is agreed to by sending the form; the time and the text's version are noted with it. */
export function ConsentNote() {
  return (
    <p className="text-ink-soft text-sm">
      {copy.consentNote}{" "}
      <Link href="/terms" target="_blank" className="link">
        Terms of Use
      </Link>{" "}
      and the{" "}
      <Link href="/privacy" target="_blank" className="link">
        Privacy Policy
      </Link>
      .
    </p>
  );
}
