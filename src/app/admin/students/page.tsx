import type { Metadata } from "next";
import { type SearchParams, textsOf } from "@/app/search-params";
import { createCaller } from "@/features";
import { InviteChosen } from "@/features/codes/components/invite-chosen";
import { NumberByName } from "@/features/enrolments/components/number-by-name";
import { ChosenLetters } from "@/features/letters/components/chosen-letters";
import { ClassLetters } from "@/features/letters/components/class-letters";
import { StudentsList } from "@/features/students/components/students-list";
import { TaughtStudents } from "@/features/students/components/taught-students";
import { screens } from "@/features/students/messages-screens";
import { askedOf, actions as rosterActions } from "@/features/students/rules";
import { prefetch, requireRole } from "@/http/page-session";
import { may } from "@/lib/may";
import type { Principal } from "@/lib/principal";

export const metadata: Metadata = { title: screens.title };

/** Teachers see their own students instead of the roster. */
async function StudentsOfTeacher({ principal }: { principal: Principal }) {
  const students = await prefetch("admin/students", () => createCaller({ principal }).students.listTaught());
  return (
    <div className="page">
      <TaughtStudents students={students} />
    </div>
  );
}

export default async function StudentsPage({ searchParams }: { searchParams: SearchParams }) {
  const principal = await requireRole("admin", "/admin/students");
  if (!may(principal, rosterActions.read)) return <StudentsOfTeacher principal={principal} />;
  const search = await textsOf(searchParams);
  const input = askedOf(search);
  const caller = createCaller({ principal });
  const found = await prefetch("admin/students", async () => {
    const [page, { years, currentId }] = await Promise.all([caller.students.list(input), caller.years.list()]);
    return { page, years, currentId };
  });
  return (
    <div className="page">
      <StudentsList
        letters={<ClassLetters />}
        numbers={<NumberByName />}
        bulk={
          <>
            <InviteChosen />
            <ChosenLetters />
          </>
        }
        asked={JSON.stringify(input)}
        found={found?.page}
        years={found?.years ?? []}
        currentYear={found?.currentId ?? null}
      />
    </div>
  );
}
