export const bulkScreens = {
  place: "Move to a class",
  end: "End enrolment",
  placed: (count: number) =>
    count === 1 ? "Done: 1 student is in the class." : `Done: ${count} students are in the class.`,
  placedAhead: (count: number, day: string) =>
    count === 1
      ? `Done: 1 student comes into the class on ${day}.`
      : `Done: ${count} students come into the class on ${day}.`,
  ended: (count: number) => (count === 1 ? "Done: 1 student has left." : `Done: ${count} students have left.`),
  endedAhead: (count: number, day: string) =>
    count === 1 ? `Done: the last day of 1 student is ${day}.` : `Done: the last day of ${count} students is ${day}.`,
  placeTitle: (count: number) => (count === 1 ? "Move 1 student to a class" : `Move ${count} students to a class`),
  placeLead:
    "Results stay as they are. Roll numbers of those who move are cleared; “Number by name” in the list of a class gives new ones.",
  endTitle: (count: number) =>
    count === 1 ? "End the enrolment of 1 student?" : `End the enrolment of ${count} students?`,
  endLead:
    "They no longer get tests and notices of the class. Results can be read for at least twelve months after the last day, and for at least thirty days from today. A student who comes back keeps the admission number.",
  who: (names: string, more: number) => (more > 0 ? `${names} and ${more} more` : names),
  move: (count: number) =>
    count === 1 ? "1 moves from another class or section" : `${count} move from another class or section`,
  put: (count: number) => (count === 1 ? "1 is put into a class" : `${count} are put into a class`),
  there: (count: number) => (count === 1 ? "1 is there already and stays" : `${count} are there already and stay`),
  elsewhere: (count: number) =>
    count === 1
      ? "1 is in a class of another school year and is not changed"
      : `${count} are in a class of another school year and are not changed`,
  left: (count: number) =>
    count === 1
      ? "1 has left or is leaving and is not changed"
      : `${count} have left or are leaving and are not changed`,
  leave: (count: number) => (count === 1 ? "1 leaves the class" : `${count} leave their classes`),
  inNone: (count: number) =>
    count === 1 ? "1 is in no class and is not changed" : `${count} are in no class and are not changed`,
} as const;
