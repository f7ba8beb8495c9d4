import { catalogue } from "@/lib/catalogue";

/** The sentences of the exams and their marks. */
export const copy = {
  notFound: "This exam does not exist or was removed.",
  badSection: "A section has one to three letters or digits, like A.",
  sections: "Sections",
  subjects: "Subjects",
  examName: "Name",
  examDate: "Date",
  totalMarks: "Total marks",
  remark: "Remark",
  mark: "Mark",
  noSubject: "Choose at least one subject.",
  tooManySubjects: "Choose 30 subjects at most.",
  tooManySections: "Name 30 sections at most.",
  sameSubject: (subject: string) => `${subject} stands here twice.`,
  exists: (subject: string, name: string) => `There is an exam “${name}” in ${subject} already.`,
  oneSubject: "A test has one subject.",
  badPage: "There is no such page.",
  outsideYear: (label: string) => `The date is not in the school year ${label}.`,
  fixed: "Class, subject, total and date are fixed once an exam is released.",
  closed: "This exam takes no marks any more.",
  removeOnlyDrafts: "Only a draft can be deleted.",
  hasMarks: "This exam has marks. Delete them first.",
  changed: "Somebody else has changed this exam meanwhile. Load it again.",
  aboveTotal: "There are marks above this total.",
  overTotal: (total: number) => `More than ${total}.`,
  noSuchStudent: "Not in this sheet.",
  tooManyCells: "500 marks at most at a time.",
  hasMark: "This student has a mark. Delete it first.",
  nothingToRelease: "There is no mark to release.",
  previewChanged: "Something has changed since. Look at the new numbers.",
  testNotFound: "This test does not exist or was removed.",
} as const;

/** Makes a message of the errors of this room. */
export const say = catalogue("exams", copy);
