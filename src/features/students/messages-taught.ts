export const taughtScreens = {
  place: (place: string) => `Class ${place}`,
  count: (count: number) => (count === 1 ? "1 student" : `${count} students`),
  ofClassTeacher: (count: string) =>
    `${count}. You are the class teacher: please keep the phone numbers of families to yourself.`,
  roll: "Roll",
  name: "Name",
  guardians: "Guardians",
  noGuardian: "No guardian known",
  noPhone: "no phone number",
  none: "No student is in your classes yet",
  noneHint: "The office puts students into classes. They appear here from then on.",
  failed: "The students could not be loaded.",
  notTaught: "This student is in none of your classes",
  notTaughtHint: "Students appear here as long as they are in a class that you teach.",
  back: "All your students",
} as const;
