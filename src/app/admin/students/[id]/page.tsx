import { TRPCError } from "@trpc/server";
import { UserX } from "lucide-react";
import type { Metadata } from "next";
import { PageHeader } from "@/components/site/page-header";
import { ButtonLink } from "@/components/ui/button-link";
import { EmptyState } from "@/components/ui/empty-state";
import { createCaller, features } from "@/features";
import { PrintLetter } from "@/features/letters/components/print-letter";
import { copy as records } from "@/features/records/messages";
import { StudentPage } from "@/features/students/components/student-page";
import { personScreens } from "@/features/students/messages-person";
import { screens } from "@/features/students/messages-screens";
import { requireRole } from "@/http/page-session";

// The name of a student belongs into no history of a browser.
export const metadata: Metadata = { title: screens.title };

export default async function StudentOfOfficePage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  const principal = await requireRole("admin", `/admin/students/${id}`);
  const student = await createCaller({ principal })
    .students.get({ id })
    .catch((error: unknown) => {
      if (isAbsent(error)) return undefined;
      throw error;
    });
  return (
    <div className="page">
      {student ? (
        <StudentPage student={student} words={words} letter={<PrintLetter id={student._id} name={student.name} />} />
      ) : (
        <>
          <PageHeader title={screens.title} />
          <EmptyState
            icon={<UserX />}
            title={personScreens.notFound}
            hint={personScreens.notFoundHint}
            action={<ButtonLink href="/admin/students">{personScreens.back}</ButtonLink>}
          />
        </>
      )}
    </div>
  );
}

const states: Record<string, string> = records.mailStates;
const emailNames = new Map(features.flatMap(({ emailNames: names = {} }) => Object.entries(names)));
const audit = new Map(features.flatMap(({ audit: actions = {} }) => Object.entries(actions)));

/** What emails, their states and the office's actions are called, in the words of all rooms. */
const words = {
  mail: (kind: string) => emailNames.get(kind) ?? kind,
  state: (state: string) => (states[state] ?? state).toLowerCase(),
  change: (action: string) => audit.get(action)?.words ?? action,
};

/** True if there is no such student, or the address holds no id. */
const isAbsent = (error: unknown) =>
  error instanceof TRPCError && (error.code === "NOT_FOUND" || error.code === "BAD_REQUEST");
