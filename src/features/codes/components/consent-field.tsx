import { Checkbox } from "@/components/ui/checkbox";
import { Link } from "@/components/ui/link";
import { listed } from "@/lib/listed";
import { joinScreens as copy } from "../messages-screens";

type ConsentFieldProps = {
  names: string[];
  fault: string | undefined;
};

/** The consent of a guardian; renders nothing if none is required. */
export function ConsentField({ names, fault }: ConsentFieldProps) {
  if (names.length === 0) return null;
  return (
    <Checkbox
      name="consent"
      required
      error={fault}
      label={
        <>
          {copy.consent(listed(names))}{" "}
          <Link href="/privacy" target="_blank" className="font-semibold text-accent underline underline-offset-4">
            {copy.privacy}
          </Link>{" "}
          {copy.consentAfter}
        </>
      }
    />
  );
}
