import { moment, sampleChapters, sampleStudents, schoolDay } from "./content";

// Oldest first. `subjects`: number of subjects, one a day; `days`: days since the first; `change`: added to the percentages.
const exams = [
  { examName: "Unit Test 1", totalMarks: 25, subjects: 3, days: 118, change: -4, from: 1 },
  { examName: "Half-Yearly Exam", totalMarks: 80, subjects: 5, days: 78, change: -1, from: 1 },
  { examName: "Unit Test 2", totalMarks: 25, subjects: 3, days: 40, change: 2, from: 1 },
  { examName: "Model Test", totalMarks: 100, subjects: 4, days: 16, change: 1, from: 9 },
];

const classes = Array.from({ length: 12 }, (_, index) => index + 1);

/** The results of each class's exams with the times they were entered, oldest first. */
export function sampleExams(today: string) {
  const chapters = sampleChapters();
  const students = sampleStudents(today).map((student, index) => ({ ...student, index }));
  const held = exams.flatMap((exam, turn) =>
    classes
      .filter((className) => className >= exam.from)
      .map((className) => {
        const own = chapters.filter((chapter) => chapter.className === className);
        const taught = [...new Set(own.map(({ subject }) => subject))];
        const subjects = [...taught.slice(turn), ...taught.slice(0, turn)].slice(0, exam.subjects);
        const dates = subjects.map((_, day) => schoolDay(today, -exam.days + day * 2));
        const sitting = students.filter((student) => student.className === className);
        const results = sitting.flatMap((student) =>
          subjects.map((subject, day) => markOf(exam, student, { subject, examDate: dates[day] ?? today, day, turn })),
        );
        return { results, enteredAt: moment(schoolDay(dates.at(-1) ?? today, 4), turn + className) };
      }),
  );
  return held.sort((a, b) => +a.enteredAt - +b.enteredAt);
}

type Exam = (typeof exams)[number];
type Sitting = { subject: string; examDate: string; day: number; turn: number };
type Student = ReturnType<typeof sampleStudents>[number] & { index: number };

/** A mark near the student's average, varied by subject. */
function markOf({ examName, totalMarks, change }: Exam, student: Student, { subject, examDate, day, turn }: Sitting) {
  const { email: studentEmail, className, usual, index } = student;
  const percentage = Math.min(100, Math.max(0, usual + change + ((index * 7 + turn * 5 + day * 11) % 13) - 6));
  const score = Math.round((totalMarks * percentage) / 50) / 2;
  const gpa = totalMarks >= 80 && className >= 9 ? Math.round((score / totalMarks) * 100) / 10 : null;
  return { studentEmail, className, score, totalMarks, gpa, examName, subject, examDate };
}
