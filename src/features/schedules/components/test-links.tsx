import { CalendarPlus } from "lucide-react";
import { ButtonLink } from "@/components/ui/button-link";
import { Link } from "@/components/ui/link";
import { copy } from "../messages";

type TestLinksProps = {
  /** Absent if each of several classes has its own link. */
  className: string | undefined;
};

const allOf = (className: string) => `/show-schedule?className=${className}`;

/** Links beside a person's own tests: their calendar, and all tests of the class. */
export function TestLinks({ className }: TestLinksProps) {
  return (
    <div className="grid w-full gap-x-5 gap-y-1 sm:flex sm:w-auto sm:flex-wrap sm:items-center print:hidden">
      <ButtonLink href="/user/tests/calendar" variant="secondary">
        <CalendarPlus aria-hidden className="size-5" />
        {copy.addToCalendar}
      </ButtonLink>
      {className !== undefined && (
        <Link href={allOf(className)} className="link flex min-h-11 w-fit items-center text-sm">
          {copy.allOfClass(className)}
        </Link>
      )}
    </div>
  );
}

export function AllOfClass({ className }: { className: string }) {
  return (
    <ButtonLink href={allOf(className)} variant="secondary">
      {copy.allOfClass(className)}
    </ButtonLink>
  );
}
