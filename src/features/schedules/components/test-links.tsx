import { CalendarPlus } from "lucide-react";
import { ButtonLink } from "@/components/ui/button-link";
import { copy } from "../messages";

type TestLinksProps = {
  /** Absent where each of several classes has its own link. */
  className?: string | undefined;
};

/** What else there is beside a person's own tests: their calendar, and all tests of the class. */
export function TestLinks({ className }: TestLinksProps) {
  return (
    <div className="grid w-full gap-3 sm:flex sm:w-auto sm:flex-wrap print:hidden">
      <ButtonLink href="/user/tests/calendar" variant="secondary">
        <CalendarPlus aria-hidden className="size-5" />
        {copy.addToCalendar}
      </ButtonLink>
      {className !== undefined && <AllOfClass className={className} />}
    </div>
  );
}

export function AllOfClass({ className }: { className: string }) {
  return (
    <ButtonLink href={`/show-schedule?className=${className}`} variant="secondary">
      {copy.allOfClass(className)}
    </ButtonLink>
  );
}
