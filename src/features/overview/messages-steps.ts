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
      title: "Add the students",
      hint: "Import a table of the students and their guardians",
      href: "/admin/import",
    },
    invite: {
      title: "Invite the families",
      hint: "Choose a class to print its letters, or tick students to invite them",
      href: "/admin/students",
    },
    notice: {
      title: "Write the first notice",
      hint: "Families can read it once they have a login",
      href: "/admin/notices/new",
    },
  },
} as const;
