import { Link } from "@/components/ui/link";
import { copy } from "../messages";

/** The consent given by submitting the form; its time and the version of the text are stored. */
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
