import { Users } from "lucide-react";
import { PageHeader } from "@/components/site/page-header";
import { Col } from "@/components/table/col";
import { cellStyle, headStyle, tableStyle } from "@/components/table/table-style";
import { Alert } from "@/components/ui/alert";
import { EmptyState } from "@/components/ui/empty-state";
import { Link } from "@/components/ui/link";
import { Section } from "@/components/ui/section";
import { screens } from "../messages-screens";
import { taughtScreens as copy } from "../messages-taught";
import { byPlace } from "../rules-taught";
import type { TaughtStudent } from "../schema-taught";
import { PhoneLine } from "./phone-line";

/** The students of a teacher by class; undefined if loading failed. */
export function TaughtStudents({ students }: { students: readonly TaughtStudent[] | undefined }) {
  return (
    <>
      <PageHeader title={screens.title} beside={students?.length || undefined} />
      {students === undefined && <Alert tone="error">{copy.failed}</Alert>}
      {students?.length === 0 && <EmptyState icon={<Users />} title={copy.none} hint={copy.noneHint} />}
      <div className="grid grid-cols-1 gap-8">
        {byPlace(students ?? []).map(([place, of]) => (
          <ClassOfTeacher key={place} place={place} students={of} />
        ))}
      </div>
    </>
  );
}

function ClassOfTeacher({ place, students }: { place: string; students: readonly TaughtStudent[] }) {
  const isOwn = students.some(({ guardians }) => guardians !== null);
  const count = copy.count(students.length);
  return (
    <Section title={copy.place(place)} lead={isOwn ? copy.ofClassTeacher(count) : count}>
      <table aria-label={copy.place(place)} className={tableStyle}>
        <thead>
          <tr>
            <Col className={`${headStyle} w-14`}>
              <span className="block text-end">{copy.roll}</span>
            </Col>
            <Col>{copy.name}</Col>
            {isOwn && <Col className={`${headStyle} max-md:hidden`}>{copy.guardians}</Col>}
          </tr>
        </thead>
        <tbody>
          {students.map((student) => (
            <StudentRow key={student._id} student={student} />
          ))}
        </tbody>
      </table>
    </Section>
  );
}

function StudentRow({ student: { _id, name, rollNo, guardians } }: { student: TaughtStudent }) {
  const lines = guardians && (
    <span className="grid grid-cols-1 gap-0.5">
      {guardians.map((one) => (
        <PhoneLine key={`${one.name} ${one.relation} ${one.phone}`} guardian={one} />
      ))}
      {guardians.length === 0 && <span className="text-ink-soft text-xs">{copy.noGuardian}</span>}
    </span>
  );
  return (
    <tr className="group hover:bg-paper">
      <td className={`${cellStyle} figures text-end text-ink-soft`}>{rollNo ?? screens.nothing}</td>
      <th scope="row" className={`${cellStyle} text-start font-normal`}>
        <Link href={`/admin/students/${_id}`} className="wrap-anywhere inline-block py-1 font-semibold hover:underline">
          <span dir="auto">{name}</span>
        </Link>
        {lines && <div className="pb-1 md:hidden">{lines}</div>}
      </th>
      {lines && <td className={`${cellStyle} max-md:hidden`}>{lines}</td>}
    </tr>
  );
}
