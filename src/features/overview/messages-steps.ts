/** The texts of the first steps. */
export const beginning = {
  title: "First steps",
  done: "Done",
  steps: {
    facts: {
      title: "Enter the institute’s name and telephone number",
      hint: "Once published, they are on every letter, email and report card",
      href: "/admin/institute/facts",
    },
    students: {
      title: "Bring the students",
      hint: "From a table of the roster, with guardians",
      href: "/admin/import",
    },
    invite: {
      title: "Invite the families",
      hint: "Choose a class there to print its letters, or tick students to invite them",
      href: "/admin/students",
    },
    notice: {
      title: "Write the first notice",
      hint: "Families read it once they are here",
      href: "/admin/notices/new",
    },
  },
} as const;
