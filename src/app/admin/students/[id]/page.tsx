import { Megaphone, UserX } from "lucide-react";
import type { Metadata } from "next";
import { orAbsent } from "@/app/or-absent";
import { type SearchParams, textsOf } from "@/app/search-params";
import { AbsentPage } from "@/components/site/absent-page";
import { ButtonLink } from "@/components/ui/button-link";
import { createCaller, features } from "@/features";
import { CodesCard } from "@/features/codes/components/codes-card";
import { LazyCodeDialog } from "@/features/codes/components/lazy-code-dialog";
import { LoginActions } from "@/features/codes/components/login-actions";
import { FamilyCards } from "@/features/guardians/components/family-cards";
import { PrintLetter } from "@/features/letters/components/print-letter";
import { screens as notices } from "@/features/notices/messages-screens";
import { copy as records } from "@/features/records/messages";
import { StudentCards } from "@/features/report-cards/components/student-cards";
import { Corrections, Withdrawal } from "@/features/results/components/corrections";
import { ResultActions } from "@/features/results/components/result-actions";
import { StudentPage } from "@/features/students/components/student-page";
import { TaughtStudent } from "@/features/students/components/taught-student";
import { personScreens } from "@/features/students/messages-person";
import { screens } from "@/features/students/messages-screens";
import { actions, askedOf, queryOf } from "@/features/students/rules";
import type { StudentView } from "@/features/students/schema";
import { requireRole } from "@/http/page-session";
import { may } from "@/lib/may";

// Keep the student's name out of the browser's history.
export const metadata: Metadata = { title: personScreens.title };

type StudentOfOfficePageProps = {
  params: Promise<{ id: string }>;
  searchParams: SearchParams;
};

export default async function StudentOfOfficePage({ params, searchParams }: StudentOfOfficePageProps) {
  const { id } = await params;
  const principal = await requireRole("admin", `/admin/students/${id}`);
  const { students, exams, reportCards, years } = createCaller({ principal });
  const halvesOf = async () =>
    new Map(((await orAbsent(exams.halves({ studentId: id }))) ?? []).map(({ resultId, ...half }) => [resultId, half]));
  if (!may(principal, actions.read)) {
    return (
      <div className="page">
        <TaughtStudent student={await orAbsent(students.getTaught({ id }))} halves={await halvesOf()} />
      </div>
    );
  }
  const choices = await textsOf(searchParams);
  const { page: _page, limit: _limit, ...filters } = askedOf(choices);
  const [student, halves, cards, known] = await Promise.all([
    orAbsent(students.get({ id })),
    halvesOf(),
    orAbsent(reportCards.cards({ studentId: id })),
    years.list(),
  ]);
  // The year in an old link may have been deleted.
  const neighbours = student ? ((await orAbsent(students.neighbours({ ...filters, id }))) ?? null) : null;
  return (
    <div className="page">
      {student ? (
        <StudentPage
          student={student}
          yearBegins={known.years.find(({ _id }) => _id === known.currentId)?.firstDay}
          words={words}
          access={accessOf(student)}
          cards={<StudentCards cards={cards ?? []} />}
          family={<FamilyCards student={{ _id: student._id, name: student.name }} CodeDialog={LazyCodeDialog} />}
          result={{ ...resultOf(student), halves }}
          letter={
            <>
              <PrintLetter id={student._id} name={student.name} />
              <ButtonLink variant="secondary" href={`/admin/notices/new?student=${student._id}`}>
                <Megaphone aria-hidden className="size-4.5" />
                {notices.writeTo}
              </ButtonLink>
            </>
          }
          neighbours={neighbours}
          query={queryOf(choices)}
        />
      ) : (
        <AbsentPage title={screens.title} icon={<UserX />} words={personScreens} href="/admin/students" />
      )}
    </div>
  );
}

/** How the office gives a student access; a closed login has no actions. */
function accessOf({ _id, name, login, loginClosedAt }: StudentView) {
  const [person, hasLogin] = [{ _id, name }, login === "active" || login === "not confirmed"];
  return {
    action: loginClosedAt === null && <LoginActions person={person} hasLogin={hasLogin} />,
    card: <CodesCard person={person} />,
  };
}

/** The actions of the office on a result. */
function resultOf({ name }: StudentView) {
  type Result = StudentView["results"][number];
  const now = Date.now();
  return {
    actionOf: (result: Result) =>
      result.withdrawal === null && (
        <ResultActions result={result} studentName={name} left={(result.takeBackUntil?.getTime() ?? now) - now} />
      ),
    noteOf: ({ corrections, withdrawal }: Result) => (
      <>
        <Corrections corrections={corrections} small />
        {withdrawal && <Withdrawal {...withdrawal} small />}
      </>
    ),
  };
}

const states: Record<string, string> = records.mailStates;
const emailNames = new Map(features.flatMap(({ emailNames: names = {} }) => Object.entries(names)));
const audit = new Map(features.flatMap(({ audit: actions = {} }) => Object.entries(actions)));

/** The names of emails, their states and the office's actions, from all rooms. */
const words = {
  mail: (kind: string) => emailNames.get(kind) ?? kind,
  state: (state: string) => (states[state] ?? state).toLowerCase(),
  change: (action: string) => audit.get(action)?.words ?? action,
};
