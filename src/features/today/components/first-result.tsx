import { Link } from "@/components/ui/link";
import { copy } from "../messages";

/** Explains, beside the empty result card, that results will come, and what to look at in the meantime. */
export function FirstResult() {
  return (
    <p className="mt-6 text-center text-ink-soft print:hidden">
      {copy.first}.{" "}
      <Link href="/user/today" className="link">
        {copy.untilThen}
      </Link>
    </p>
  );
}
