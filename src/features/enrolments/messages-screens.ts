const people = (count: number) => (count === 1 ? "1 student" : `${count} students`);

export const screens = {
  students: "Students",
  nothing: "–",
  failedSave: "No answer came. Please try again.",

  confirmTitle: "Confirm classes",
  confirmLead:
    "These students have results and were never put into a class. Their latest result proposes one: look through the list and confirm it once.",
  confirm: (count: number) => (count === 1 ? "Confirm 1 class" : `Confirm ${count} classes`),
  confirming: "Confirming...",
  confirmed: (count: number) => `${people(count)} put into a class.`,
  confirmedAhead: (count: number, day: string) =>
    count === 1 ? `1 student comes into a class on ${day}.` : `${count} students come into a class on ${day}.`,
  notConfirmed: (count: number) => `${people(count)} could not be put into a class:`,
  refused: (name: string, why: string) => (name ? `${name}: ${why}` : why),
  noYear: "There is no school year yet.",
  noneProposed: "Nothing waits: every proposed class is decided.",
  firstOnly: (shown: number, total: number) => `The first ${shown} of ${total}. The others follow after these.`,
  tick: (name: string) => `Confirm the class of ${name}`,
  classOf: (name: string) => `Class of ${name}`,
  sectionOf: (name: string) => `Section of ${name}`,
  rollOf: (name: string) => `Roll number of ${name}`,
  heads: { name: "Name", last: "Latest result", class: "Class", section: "Section", roll: "Roll" },

  promoteTitle: "Promote to the next year",
  promoteLead:
    "Everyone goes up one class and keeps the section, but not the roll number. Nothing changes before you confirm.",
  noNextYear: (label: string) => `There is no school year after ${label} yet.`,
  from: "From",
  to: "To",
  class: "Class",
  chooseClass: "Choose a class",
  className: (number: string) => `Class ${number}`,
  loading: "Loading the class",
  failed: "The class could not be loaded.",
  what: { up: "Goes up", stays: "Stays", leaves: "Leaves", refused: "Not possible" },
  whatOf: (name: string) => `What ${name} does`,
  promotionHeads: { name: "Name", from: "From", what: "What happens", to: "To" },
  leaves: "Leaves",
  numberByName: "Give roll numbers in the order of names",
  numberHint: "Otherwise they stay empty until you enter them.",
  number: "Number by name",
  numbering: "Numbering...",
  numberQuestion: (place: string) => `Number Class ${place} by name?`,
  numberFacts: (students: number, sections: number) => {
    const get = students === 1 ? "gets a roll number" : "get roll numbers";
    return `${people(students)} ${get} in the order of names${sections > 1 ? ", each section from 1" : ""}.`;
  },
  replaced: (numbered: number) =>
    numbered === 1
      ? "1 present roll number is replaced. This cannot be undone."
      : `${numbered} present roll numbers are replaced. This cannot be undone.`,
  numbersFailed: "The class could not be checked. Please try again.",
  numbered: (count: number) => (count === 1 ? "1 roll number given." : `${count} roll numbers given.`),
  promote: (count: number) => (count === 1 ? "Promote 1 student" : `Promote ${count} students`),
  promoting: "Promoting...",
  question: (count: number) => `Promote ${people(count)}?`,
  facts: (up: number, stays: number, leaves: number, refused: number) =>
    [
      up > 0 && `${people(up)} to the next class`,
      stays > 0 && `${people(stays)} in the same class again`,
      leaves > 0 && `${people(leaves)} ${leaves === 1 ? "leaves" : "leave"} the institute`,
      refused > 0 && `${people(refused)} left out`,
    ].filter((fact) => fact !== false),
  undoable: "It can be undone for thirty days.",
  promoted: (count: number) => `${people(count)} promoted.`,
  undone: (count: number) => `${people(count)} restored.`,
  undo: "Undo",
  undoing: "Undoing...",
  undoQuestion: (title: string) => `Undo “${title}”?`,
  undoHint:
    "Everyone goes back to the previous class, with section and roll number. What was changed since then stays.",
  keptRows: "These stay as they are:",
  past: "Promotions",
  noPast: "None yet.",
  pastTitle: (className: string, from: string, to: string) => `Class ${className}, ${from} to ${to}`,
  by: (name: string) => `by ${name}`,
  until: "can be undone until",
  wasUndone: "undone",
} as const;
