/** What families read of corrected and withdrawn results (decision 51). */
export const corrections = {
  corrected: (day: string, before: string, after: string) => `Corrected on ${day}: ${before} became ${after}.`,
  gpaChanged: (before: string, after: string, day: string | null) =>
    `${day === null ? "" : `Corrected on ${day}: `}GPA ${before} became ${after}.`,
  noGpa: "none",
  takenBackTitle: "Shown too early",
  withdrawnTitle: "Withdrawn results",
  withdrawnNotPrinted: (count: number) =>
    count === 1
      ? "1 result that was withdrawn or taken back is not printed."
      : `${count} results that were withdrawn or taken back are not printed.`,
  withdrawn: (day: string, reason: string) => `Withdrawn on ${day}. ${reason}`,
  /** A single result is not promised again, because nobody may give it again. */
  tooEarly: (day: string, isOfExam: boolean) =>
    `Shown too early and taken back on ${day}.${isOfExam ? " It will be here again once it is released." : ""}`,
  correctionTooEarly: (day: string) =>
    `A correction was shown too early and taken back on ${day}. The earlier marks count.`,
} as const;
