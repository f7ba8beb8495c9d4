import { Link } from "@/components/ui/link";
import { copy } from "../messages";

/** Beside the card that says there is no result: that there will be one, and what there is until then. */
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
