/** The texts of the dialog that corrects an application. */
export const correctCopy = {
  edit: "Edit",
  title: (name: string) => `Edit the application of ${name}`,
  lead: "Correct what was typed wrongly. With another address, the family gets its confirmation again, and earlier links end.",
  name: "Name of the child",
  parentName: "Name of the parent",
  email: "Email",
  phone: "Phone",
  save: "Save",
  saved: "The application is corrected.",
  undelivered: "The last email to this family could not be delivered. Please check the address.",
  fields: {
    name: "name of the child",
    parentName: "name of the parent",
    email: "email address",
    phone: "phone number",
  },
  /** The line in the history. */
  note: (fields: string) => `Corrected: ${fields}.`,
} as const;
