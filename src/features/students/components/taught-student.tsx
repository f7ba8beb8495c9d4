import { UserX } from "lucide-react";
import { PageHeader } from "@/components/site/page-header";
import { ButtonLink } from "@/components/ui/button-link";
import { EmptyState } from "@/components/ui/empty-state";
import { screens } from "../messages-screens";
import { taughtScreens as copy } from "../messages-taught";
import { placeOf } from "../rules";
import type { TaughtStudentView } from "../schema-taught";
import { SideCard } from "./facts";
import { PhoneLine } from "./phone-line";
import { StudentResults } from "./student-results";

type TaughtStudentProps = {
  student: TaughtStudentView | undefined;
  /** The middle half of all participants by result, from another room. */
  halves: ReadonlyMap<string, { low: number; high: number }>;
};

/** A student for a teacher; undefined if the teacher may not see the student. */
export function TaughtStudent({ student, halves }: TaughtStudentProps) {
  if (!student) {
    return (
      <>
        <PageHeader title={screens.title} />
        <EmptyState
          icon={<UserX />}
          title={copy.notTaught}
          hint={copy.notTaughtHint}
          action={<ButtonLink href="/admin/students">{copy.back}</ButtonLink>}
        />
      </>
    );
  }
  const { name, rollNo, guardians, results } = student;
  const place = copy.place(placeOf(student) ?? "");
  return (
    <>
      <PageHeader
        title={name}
        beside={rollNo === null ? place : `${place}, ${screens.roll(rollNo)}`}
        crumbs={[{ href: "/admin/students", label: screens.title }]}
      />
      <div className="grid grid-cols-1 items-start gap-5 xl:flex">
        <div className="grid min-w-0 grow grid-cols-1 gap-4">
          <StudentResults results={results} halves={halves} />
        </div>
        {guardians !== null && (
          <div className="grid shrink-0 grid-cols-1 max-xl:order-first xl:w-73">
            <SideCard id="guardians" title={copy.guardians}>
              <ul className="grid grid-cols-1 gap-1.5">
                {guardians.map((one) => (
                  <li key={`${one.name} ${one.relation} ${one.phone}`}>
                    <PhoneLine guardian={one} />
                  </li>
                ))}
                {guardians.length === 0 && <li className="text-ink-soft text-xs">{copy.noGuardian}</li>}
              </ul>
            </SideCard>
          </div>
        )}
      </div>
    </>
  );
}
