/** The messages of multiple uploads. */
export const manyCopy = {
  label: "Several files at once",
  drop: "Drop files anywhere on this page, or",
  dropMore: "Drop more anywhere on this page, or",
  choose: "choose files",
  /** The same, on a button. */
  chooseFiles: "Choose files to upload",
  files: (count: number) => (count === 1 ? "1 file" : `${count} files`),
  forAll: "For all files",
  class: "Class",
  subject: "Subject",
  name: "Name",
  nameOf: (file: string) => `Name of ${file}`,
  classOf: (file: string) => `Class of ${file}`,
  subjectOf: (file: string) => `Subject of ${file}`,
  from: "Available from",
  until: "Until",
  chooseClass: "Choose a class",
  typeSubject: "Type a subject",
  typeName: "Type a name",
  publish: (count: number) => (count === 1 ? "Publish 1 file" : `Publish ${count} files`),
  publishing: "Publishing...",
  ready: "Ready",
  waiting: "Waits its turn",
  sent: (loaded: string, size: string) => `${loaded} of ${size}`,
  sentOf: (file: string) => `Upload of ${file}`,
  published: (count: number) => (count === 1 ? "1 material published." : `${count} materials published.`),
  isPublished: "Published",
  left: (count: number) => (count === 1 ? "1 file is left." : `${count} files are left.`),
  skipped: (names: readonly string[]) =>
    names.length === 1
      ? `${names[0]} is on the list already.`
      : `${names.length} files are on the list already: ${names.join(", ")}.`,
  chooseAgain: "Choose again",
  chooseAgainFor: (file: string) => `Choose again for ${file}`,
  remove: (file: string) => `Take ${file} off the list`,
} as const;
