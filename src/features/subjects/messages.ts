import { catalogue } from "@/lib/catalogue";

export const copy = {
  title: "Subjects",
  lead: "Whoever types another spelling of a subject gets the name in this list.",
  none: "No subject yet",
  noneHint: "Add one here, or just use one: a new subject joins this list with its first material, exam or test.",
  name: "Name",
  spellings: "Other spellings",
  spellingsHint:
    "Separate them by commas, such as: maths, math. Capitals do not matter. A spelling that is also a subject in this list merges the two.",
  also: (spellings: string) => `also ${spellings}`,
  usedBy: (materials: number, results: number, tests: number) =>
    [
      materials && `${materials} ${materials === 1 ? "material" : "materials"}`,
      results && `${results} ${results === 1 ? "result" : "results"}`,
      tests && `${tests} ${tests === 1 ? "test" : "tests"}`,
    ]
      .filter(Boolean)
      .join(", ") || "Not yet",
  retired: "Retired",
  add: "Add a subject",
  addQuestion: "Add a subject",
  edit: "Edit",
  editSubject: (name: string) => `Edit ${name}`,
  editQuestion: "Edit this subject",
  editHint: "What has been added under an earlier name keeps the word it was added with.",
  retire: "Retire",
  retireSubject: (name: string) => `Retire ${name}`,
  restore: "Take back",
  restoreSubject: (name: string) => `Take ${name} back into the list`,
  save: "Save",
  saving: "Saving...",
  added: (name: string) => `${name} was added.`,
  changed: (name: string) => `${name} was changed.`,
  wasRetired: (name: string) => `${name} is suggested no more.`,
  wasRestored: (name: string) => `${name} is suggested again.`,
  failed: "Something went wrong. Please try again.",
  loadFailed: "The subjects could not be loaded.",
  loading: "Loading the subjects...",

  savedOverRest: "Subject saved.",
  addedOverRest: "Subject added.",

  isOnList: (name: string) => `${name} is on the list already.`,
  standsFor: (spelling: string, name: string) => `“${spelling}” is a spelling of ${name} already.`,
  tooManySpellings: "A subject can have 20 other spellings at most.",
  full: "There are 500 subjects, which is the most there can be.",
  notFound: "This subject does not exist or has joined another one.",
} as const;

export const say = catalogue("subjects", copy);
