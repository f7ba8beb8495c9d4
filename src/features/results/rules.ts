// Bands are lower limits, compared before rounding (decision 15).
const grades = [
  { from: 90, grade: "A+", label: "Exceptional" },
  { from: 80, grade: "A", label: "Excellent" },
  { from: 70, grade: "B+", label: "Very Good" },
  { from: 60, grade: "B", label: "Good" },
  { from: 50, grade: "C", label: "Average" },
  { from: 40, grade: "D", label: "Below Average" },
] as const;

const remarks = [
  { from: 80, remark: "Excellent" },
  { from: 60, remark: "Good" },
  { from: 40, remark: "Average" },
] as const;

// Marks have two decimals at most; whole hundredths compare exactly where divided doubles would not.
const hundredths = (marks: number) => Math.round(marks * 100);

/** The share of `totalMarks` that was reached, in percent, not rounded. */
export function percentageOf(score: number, totalMarks: number): number {
  return (hundredths(score) * 100) / hundredths(totalMarks);
}

const reaches = (percent: number, score: number, totalMarks: number) =>
  hundredths(score) * 100 >= percent * hundredths(totalMarks);

/** The grade of a result and its label (spec §4). */
export function gradeFor(score: number, totalMarks: number): { grade: string; label: string } {
  const band = grades.find(({ from }) => reaches(from, score, totalMarks));
  return band ? { grade: band.grade, label: band.label } : { grade: "F", label: "Needs Attention" };
}

/** The administrator's remark while a result is typed (spec §5). */
export function remarkFor(score: number, totalMarks: number): string {
  return remarks.find(({ from }) => reaches(from, score, totalMarks))?.remark ?? "Needs Improvement";
}
