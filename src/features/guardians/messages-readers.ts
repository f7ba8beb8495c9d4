/** The messages of the list of people who may read results. */
export const readersScreen = {
  readersTitle: "Who can see my results?",
  readersOfChild: (name: string) => `Who can see the results of ${name}?`,
  you: "you",
  guardian: (relation: string, since: string) => `${relation}, since ${since}`,
  teaches: (subject: string, place: string) => `${subject}, Class ${place}`,
  classTeacher: (place: string) => `All subjects, Class ${place}`,
  office: (count: number) => (count === 1 ? "The office (1 person)" : `The office (${count} people)`),
  officeHint: "Administrators are among them.",
  nobodyElse: "Nobody else.",
  toEnd: "To end the access of a guardian, ask the office.",
  readersFailed: "This could not be loaded. Please try again.",
} as const;
