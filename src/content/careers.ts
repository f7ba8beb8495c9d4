export type Opening = { title: string; kind: string; text: string };

/** The posts that are free now; leave the list empty when there are none. */
export const openings: Opening[] = [
  {
    title: "Chemistry teacher, Classes 9 to 12",
    kind: "Full time",
    text: "You can make a mole of anything interesting, and you would rather do the experiment than describe it. Three years in front of a class, and patience to match.",
  },
  {
    title: "Primary teacher, Classes 1 to 5",
    kind: "Full time",
    text: "You read aloud well, notice who has gone quiet, and believe that handwriting still matters. Hindi or Marathi beside English.",
  },
  {
    title: "Laboratory and library assistant",
    kind: "Part time, evenings",
    text: "You keep forty glasses and two thousand books in an order that children can find. Students of science or education are welcome.",
  },
];

/** What somebody who works here can count on. */
export const promises = [
  { title: "Small groups", text: "You will know every student by name before the second week is over." },
  { title: "Time to prepare", text: "Eight hours of each week are yours, in writing, for notes and corrections." },
  { title: "A say", text: "What is taught, and in which order, is decided by those who teach it." },
] as const;

/** How an application goes. */
export const hiring = [
  { title: "Write to us", text: "A page about you and about a lesson you were proud of." },
  { title: "Talk with us", text: "Half an hour over tea with the two people you would work with most." },
  { title: "Teach a class", text: "One lesson with our students. They will tell us, and you, what they thought." },
] as const;
