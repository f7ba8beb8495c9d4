import type { ReactNode } from "react";
import { Alert } from "@/components/ui/alert";
import { ButtonLink } from "@/components/ui/button-link";
import { enrolCopy as copy } from "../messages-enrol";

type EnrolledCardProps = { student: { _id: string; name: string }; letter: ReactNode };

/** On an application whose child is enrolled: a link to the student, and the letter with the codes. */
export function EnrolledCard({ student: { _id, name }, letter }: EnrolledCardProps) {
  return (
    <Alert
      tone="success"
      title={copy.isEnrolled(name)}
      action={
        <div className="flex flex-wrap gap-2 print:hidden">
          <ButtonLink href={`/admin/students/${_id}`} variant="secondary">
            {copy.toStudent}
          </ButtonLink>
          {letter}
        </div>
      }
    >
      {copy.letterHint}
    </Alert>
  );
}
