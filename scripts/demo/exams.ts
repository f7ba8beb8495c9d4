import { moment, sampleChapters, schoolDay } from "./content";
import { type Pupil, samplePupils } from "./people";

/** What happens to an exam after its marks were typed. */
export type Fate = "released" | "late" | "corrected" | "taken back" | "withdrawn" | "planned" | "half typed" | "empty";

type Kind = {
  examName: string;
  totalMarks: number;
  subjects: number;
  days: number;
  change: number;
  from: number;
  to: number;
};

// Oldest first. `subjects`: number of subjects, one every other day; `days`: days since the first; `change`: added to the percentages.
const kinds: Kind[] = [
  { examName: "Unit Test 1", totalMarks: 25, subjects: 3, days: 118, change: -4, from: 1, to: 12 },
  { examName: "Half-Yearly Exam", totalMarks: 80, subjects: 5, days: 78, change: -1, from: 1, to: 12 },
  { examName: "Unit Test 2", totalMarks: 25, subjects: 3, days: 40, change: 2, from: 1, to: 12 },
  { examName: "Model Test", totalMarks: 100, subjects: 4, days: 16, change: 1, from: 9, to: 12 },
  { examName: "Unit Test 3", totalMarks: 25, subjects: 2, days: 5, change: 3, from: 6, to: 10 },
];

// Exam, class, place among its subjects. Exams that are not listed were released, except those of the last kind, of which none is.
const fates: [string, number, number, Fate][] = [
  ["Unit Test 2", 7, 0, "late"],
  ["Unit Test 2", 8, 0, "corrected"],
  ["Half-Yearly Exam", 10, 1, "corrected"],
  ["Unit Test 2", 6, 1, "taken back"],
  ["Unit Test 2", 5, 2, "withdrawn"],
  ["Unit Test 3", 10, 0, "planned"],
  ["Unit Test 3", 10, 1, "planned"],
  ["Unit Test 3", 8, 0, "planned"],
  ["Unit Test 3", 7, 0, "half typed"],
  ["Unit Test 3", 9, 0, "half typed"],
];

const fateOf = (examName: string, className: number, place: number): Fate =>
  fates.find(([exam, of, turn]) => exam === examName && of === className && turn === place)?.[3] ??
  (examName === "Unit Test 3" ? "empty" : "released");

export type Mark = { kind: "scored"; score: number } | { kind: "absent" | "excused" };

/** An exam of a class in a subject with the marks of its students. */
export type SampleExam = {
  className: number;
  subject: string;
  examName: string;
  examDate: string;
  totalMarks: number;
  fate: Fate;
  typedAt: Date;
  marks: { pupil: Pupil; mark: Mark; remark: string | null }[];
};

const classes = Array.from({ length: 12 }, (_, index) => index + 1);

/** The subjects that a class is taught. */
function subjectsOf(className: number): string[] {
  return [...new Set(sampleChapters().flatMap((one) => (one.className === className ? [one.subject] : [])))];
}

/** The exams of all classes, in the order in which their marks were typed. */
export function sampleExams(today: string): SampleExam[] {
  const pupils = samplePupils(today).map((pupil, index) => ({ pupil, index }));
  const exams = kinds.flatMap((kind, turn) =>
    classes
      .filter((className) => className >= kind.from && className <= kind.to)
      .flatMap((className) => {
        const taught = subjectsOf(className);
        const subjects = [...taught.slice(turn), ...taught.slice(0, turn)].slice(0, kind.subjects);
        const sitting = pupils.filter(({ pupil }) => pupil.className === className);
        return subjects.map((subject, place): SampleExam => {
          const examDate = schoolDay(today, -kind.days + place * 2);
          const { examName, totalMarks } = kind;
          const marks = sitting.map((one) => ({ pupil: one.pupil, ...markOf(kind, one, { place, turn }) }));
          const fate = fateOf(examName, className, place);
          const typedAt = moment(schoolDay(examDate, turn === kinds.length - 1 ? 1 : 4), turn + className + place);
          return { className, subject, examName, examDate, totalMarks, fate, typedAt, marks };
        });
      }),
  );
  return exams.sort((one, other) => +one.typedAt - +other.typedAt);
}

const remarks = ["Neat work.", "Show the steps.", "Read the question twice.", "Much better than last time."];

type Sitting = { place: number; turn: number };

/** A mark near the student's average, varied by subject; some students were absent. */
function markOf(
  { totalMarks, change }: Kind,
  { pupil, index }: { pupil: Pupil; index: number },
  { place, turn }: Sitting,
) {
  const seed = index * 7 + turn * 5 + place * 11;
  const isKnown = pupil.email !== null;
  const remark = seed % 17 === 4 ? (remarks[seed % remarks.length] ?? null) : null;
  if (!isKnown && seed % 41 === 3) return { mark: { kind: "absent" } as const, remark: null };
  if (!isKnown && seed % 83 === 7) return { mark: { kind: "excused" } as const, remark: null };
  const percentage = Math.min(100, Math.max(0, pupil.usual + change + (seed % 13) - 6));
  return { mark: { kind: "scored", score: Math.round((totalMarks * percentage) / 50) / 2 } as const, remark };
}

/** Results from outside the institute that belong to no exam: with a grade point, for students who have an address. */
export function sampleOlympiad(today: string) {
  const able = samplePupils(today).filter(({ email, className }) => email !== null && className >= 9);
  return able.map((pupil, index) => {
    const score = Math.min(100, Math.max(20, pupil.usual - 6 + ((index * 5) % 11)));
    const exam = { examName: "Science Olympiad", subject: "Science", examDate: schoolDay(today, -30), totalMarks: 100 };
    return { pupil, result: { ...exam, className: pupil.className, score, gpa: score / 10 } };
  });
}
