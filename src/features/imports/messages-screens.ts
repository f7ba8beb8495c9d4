const count = (number: number, one: string, many: string) =>
  `${number.toLocaleString("en-IN")} ${number === 1 ? one : many}`;
const rows = (number: number) => count(number, "row", "rows");
const students = (number: number) => count(number, "student", "students");

const guardian = (who: string) => ({
  Name: `${who}: name`,
  Relation: `${who}: relation`,
  Phone: `${who}: phone`,
  Email: `${who}: email`,
});
const [first, second] = [guardian("Guardian 1"), guardian("Guardian 2")];

export const screens = {
  title: "Import",
  withoutYear: "A list places students in classes of a school year, so the school year comes first.",
  lead: "A list of students with up to two guardians each, as a CSV or XLSX file. Everything is shown before anything is written.",
  choose: "Choose a file",
  whichSheet: (file: string) => `Which sheet of “${file}” holds the list?`,
  chooseHint: "Up to 5,000 rows and 5 MB. One row is one student.",
  reading: "Reading the file...",
  drop: "or drop it here",
  noFile: "Please choose a CSV or XLSX file.",
  readMeanwhile: (file: string) => `“${file}” is ready on the page Import.`,
  readFailed: "The file did not reach the server. Please choose it again.",
  templates: "No list yet? Begin with a template:",
  template: { csv: "CSV", xlsx: "Excel" },
  templateFailed: "The template could not be made. Please try again.",
  past: "Imports",
  loading: "Loading imports",
  failed: "This could not be loaded.",
  none: "None yet.",
  states: { read: "Columns not confirmed", checked: "Not imported yet", applied: "Imported", undone: "Undone" },
  by: (name: string) => `by ${name}`,
  notFound: "There is no such import",
  notFoundHint: "Files that were not imported are thrown away after seven days.",
  back: "Back to Import",

  steps: { file: "File", columns: "Columns", check: "Check", done: "Done" },
  stepsLabel: "Steps of the import",
  rows,
  found: (number: number) => `${number} found`,
  dryRun: "dry run",
  titles: {
    read: "What the columns mean",
    checked: "Check before anything is written",
    applied: "The students are imported",
    undone: "The import is undone",
  },
  cancel: "Cancel",
  cancelQuestion: (file: string) => `Throw away “${file}”?`,
  cancelHint: "Nothing of it was written to the roster.",
  throwAway: "Throw away",
  thrown: "The file is thrown away.",
  failedSave: "No answer came. Please try again.",

  sheet: (name: string, others: number) =>
    others === 0
      ? `The sheet “${name}” was read.`
      : `The sheet “${name}” was read, ${count(others, "other sheet was", "other sheets were")} not.`,
  imported: "The same file was already imported:",
  column: "Column of the file",
  sample: "For example",
  means: "Means",
  leaveOut: "Leave out",
  meansOf: (head: string) => `What “${head}” means`,
  unnamed: (place: number, head: string) => (head ? `Column ${place}: ${head}` : `Column ${place}`),
  year: "School year",
  fromDay: "In these classes from",
  fromDayHint:
    "For students who are new in this school year. Exams and tests of earlier days are without them. Whoever changes class within the year does so today.",
  newFrom: (day: string) => `Students who are new in the school year are in their classes from ${day}.`,
  order: "What comes first in dates like 03/04/2014?",
  orders: { day: "The day (3 April)", month: "The month (March 4)" },
  checkRows: (number: number) => `Check ${rows(number)}`,
  checking: "Checking...",
  needed: "Needed: the admission number, or name, date of birth and class.",

  fields: {
    admissionNo: "Admission number",
    name: "Name",
    surname: "Last name",
    bornOn: "Date of birth",
    className: "Class",
    section: "Section",
    rollNo: "Roll number",
    email: "Email of the student",
    guardian1Name: first.Name,
    guardian1Relation: first.Relation,
    guardian1Phone: first.Phone,
    guardian1Email: first.Email,
    guardian2Name: second.Name,
    guardian2Relation: second.Relation,
    guardian2Phone: second.Phone,
    guardian2Email: second.Email,
  },
  heads: {
    admissionNo: "Adm. no.",
    name: "Name",
    surname: "Last name",
    bornOn: "Born",
    className: "Class",
    section: "Sec.",
    rollNo: "Roll",
    email: "Email",
    guardian1Name: "Guardian",
    guardian1Relation: "Relation",
    guardian1Phone: "Phone",
    guardian1Email: "Guardian’s email",
    guardian2Name: "2nd guardian",
    guardian2Relation: "Relation",
    guardian2Phone: "2nd phone",
    guardian2Email: "2nd guardian’s email",
  },
  row: "Row",
  state: "State",
  rowStates: { created: "New", updated: "Changed", unchanged: "Unchanged", refused: "Refused" },
  totals: "Totals; each shows only its rows",
  nothingMailed: "Nothing is emailed. It can be undone for thirty days.",
  empty: "Empty",
  before: "before:",
  noRows: "No rows like this.",
  columns: "Columns",
  download: (number: number) =>
    number === 1 ? "Download 1 refused row" : `Download ${number.toLocaleString("en-IN")} refused rows`,
  downloading: "Making the file...",
  downloaded: "The file is in your downloads. Correct it, and import it as a new file.",
  mend: "Start again with a corrected file",
  import: (number: number) => `Import ${rows(number)}`,
  importing: "Importing...",
  nothing: "Nothing to import",
  again: "Import the same file again?",
  againHint:
    "Rows that are shown as changed are set to what the file says, even where somebody has corrected them since.",
  againYes: "Import again",

  accounts: (number: number) => `${count(number, "person", "people")} signed up with an address of this file`,
  accountsHint: "Say which account belongs to the person in the row. All other rows are imported without the address.",
  account: (name: string, email: string) => `${name}, ${email}`,
  signedUp: "signed up on",
  rowOf: (no: number, name: string) => `Row ${no}: ${name}`,
  attach: "Is this person",
  notThis: "Not this person",
  checkAnswers: "Check again with these answers",
  answersFirst: "Check the rows again with your answers before you import them.",
  whoIs: (name: string) => `Is ${name} the person of the row?`,

  doneFacts: (created: number, updated: number) =>
    `${students(created)} added, ${updated.toLocaleString("en-IN")} changed.`,
  doneRest: (unchanged: number, refused: number) => `${rows(unchanged)} changed nothing, ${rows(refused)} refused.`,
  doneGuardians: (guardians: number, links: number) =>
    `${count(guardians, "new guardian", "new guardians")}, ${count(links, "new link", "new links")} to students. Nobody was emailed.`,
  toStudents: "Open the students",
  another: "Import another file",
  until: "Can be undone until",
  undo: "Undo",
  undoing: "Undoing...",
  undoQuestion: (file: string) => `Undo the import of “${file}”?`,
  undoHint:
    "New students and guardians are removed, and changes are taken back. What was changed since then stays, even if by a later import that has been undone.",
  reversed: (number: number) => `${rows(number)} as before the import.`,
  leftOver: (number: number) => `${rows(number)} not:`,
  leftStates: { kept: "Kept", failed: "Failed" },
} as const;

/** The possible meanings of a column, in display order. */
export const fieldsOffered = Object.keys(screens.fields) as (keyof typeof screens.fields)[];

/** The states of rows, in the order of the totals. */
export const statesShown = Object.keys(screens.rowStates) as (keyof typeof screens.rowStates)[];
