import type { ReactNode } from "react";
import { PageHeader } from "@/components/site/page-header";
import { screens } from "../messages-screens";
import { openEnrolmentOf, placeOf } from "../rules";
import type { StudentView } from "../schema";
import type { NeighboursView } from "../schema-list";
import { Beside } from "./beside";
import { EnrolmentsCard } from "./enrolments-card";
import { IdentityCard } from "./identity-card";
import { StudentActions } from "./student-actions";
import { type HistoryWords, StudentHistory } from "./student-history";
import { StudentResults } from "./student-results";

type StudentPageProps = {
  student: StudentView;
  /** The first day of the current school year. */
  yearBegins: string | undefined;
  words: HistoryWords;
  /** The login card: how to give access, and the existing codes. */
  access: { action: ReactNode; card: ReactNode };
  /** Guardians and consents, from another room. */
  family: ReactNode;
  /** Report cards, from another room. */
  cards: ReactNode;
  /** The button that prints a letter, from another room. */
  letter: ReactNode;
  /** The actions on a result, from another room. */
  result: {
    actionOf: (result: StudentResult) => ReactNode;
    noteOf: (result: StudentResult) => ReactNode;
    halves: ReadonlyMap<string, { low: number; high: number }>;
  };
  /** The position in the list the visitor came from, with the query string of that list. */
  neighbours: NeighboursView | null;
  query: string;
};

const classQuery = ({ year, className, section }: StudentView["enrolments"][number]) =>
  new URLSearchParams({ year: year._id, class: className, ...(section && { section }), sort: "roll" });

type StudentResult = StudentView["results"][number];

export function StudentPage({
  student,
  yearBegins,
  words,
  access,
  family,
  cards,
  letter,
  result,
  neighbours,
  query,
}: StudentPageProps) {
  const open = openEnrolmentOf(student);
  const place = open && placeOf(open);
  const crumbs = [
    { href: `/admin/students${query}`, label: screens.title },
    ...(open ? [{ href: `/admin/students?${classQuery(open)}`, label: screens.className(place ?? "") }] : []),
  ];
  return (
    <>
      <PageHeader
        title={student.name}
        crumbs={crumbs}
        action={
          <div className="flex min-w-0 flex-wrap items-center gap-2">
            {neighbours && <Beside {...neighbours} query={query} />}
            {/* On a phone, the actions are in one scrollable row, so that the student is visible on the first screen. */}
            <div className="flex flex-wrap gap-2 max-md:-mx-4 max-md:flex-nowrap max-md:overflow-x-auto max-md:px-4 max-md:py-1 max-md:[&_button,&_a]:shrink-0">
              {access.action}
              <StudentActions student={student} yearBegins={yearBegins} letter={letter} />
            </div>
          </div>
        }
      />
      <div className="grid grid-cols-1 items-start gap-5 xl:flex">
        <div className="grid min-w-0 grow grid-cols-1 gap-4">
          <StudentResults results={student.results} {...result} isGone={({ withdrawal }) => withdrawal !== null} />
          <StudentHistory student={student} words={words} />
        </div>
        <div className="grid shrink-0 grid-cols-1 gap-3 max-xl:order-first md:max-xl:grid-cols-2 xl:w-73">
          <IdentityCard student={student} />
          <EnrolmentsCard enrolments={student.enrolments} />
          {family}
          {cards}
          {access.card}
        </div>
      </div>
    </>
  );
}
