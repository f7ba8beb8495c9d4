import { catalogue } from "@/lib/catalogue";

export const copy = {
  title: "Subjects",
  lead: "A subject typed in another spelling is saved under its name in this list.",
  none: "No subject yet",
  noneHint: "Add one here, or simply use it: a new subject joins this list with its first material, exam or test.",
  name: "Name",
  spelling: "A spelling",
  spellings: "Other spellings",
  spellingsHint:
    "Separate them with commas: maths, math. Capital letters do not matter. If a spelling is itself a subject in this list, the two become one.",
  also: (spellings: string) => `also ${spellings}`,
  usedBy: ({ materials, exams, results, tests }: Record<"materials" | "exams" | "results" | "tests", number>) =>
    [
      materials && `${materials} ${materials === 1 ? "material" : "materials"}`,
      exams && `${exams} ${exams === 1 ? "exam" : "exams"}`,
      results && `${results} ${results === 1 ? "result" : "results"}`,
      tests && `${tests} ${tests === 1 ? "test" : "tests"}`,
    ]
      .filter(Boolean)
      .join(", ") || "Not used yet",
  retired: "Retired",
  add: "Add a subject",
  addQuestion: "Add a subject",
  edit: "Edit",
  editQuestion: "Edit this subject",
  editHint: "Materials, results and tests that were added under an earlier name keep it.",
  joinQuestion: (joined: string, name: string) => `Make ${joined} and ${name} one subject?`,
  joinHint: (name: string) =>
    `All of it goes to ${name}, with the teachers and the notes on who does not take the subject. If you remove the spelling later, these teachers and notes stay with ${name}.`,
  join: "Make them one",
  retire: "Retire",
  restore: "Take back into the list",
  save: "Save",
  saving: "Saving...",
  added: (name: string) => `${name} was added.`,
  changed: (name: string) => `${name} was changed.`,
  wasRetired: (name: string) => `${name} is no longer suggested.`,
  wasRestored: (name: string) => `${name} is suggested again.`,
  failed: "Something went wrong. Please try again.",
  loadFailed: "The subjects could not be loaded.",
  loading: "Loading the subjects...",

  savedOverRest: "Subject saved.",
  addedOverRest: "Subject added.",

  isOnList: (name: string) => `${name} is on the list already.`,
  standsFor: (spelling: string, name: string) => `“${spelling}” is a spelling of ${name} already.`,
  tooManySpellings: "At most 20 other spellings can be added at once.",
  full: "There are 500 subjects, which is the most there can be.",
  notFound: "This subject does not exist or has joined another one.",
} as const;

export const say = catalogue("subjects", copy);
