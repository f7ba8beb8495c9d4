import { catalogue } from "@/lib/catalogue";

export const copy = {
  code: "Code",
  relation: "Relation",
  guardianName: "Name of the guardian",
  codeMissing: "Please enter the code from your letter or email.",
  bad: "This code does not work. Please check each character, or ask the office of the institute for a new one.",
  notFound: "This person is not on the roster any more.",
  notOpen: "This code has ended already.",
  hasLogin: "This person has a login already. For a forgotten password choose “New password”.",
  noLogin: "This person has no login yet. Choose “Invite” instead.",
  ofStaff: "This person works at the institute: an administrator gives the new password.",
  ownPasswordCode: "Please change your own password in your account.",
  loginClosed: "This person has closed the login.",
  hasLeft: "This person has left the institute.",
  misaddressed: "The last code by email came to somebody else. Please check the email address on the student’s page.",
  tooManyLetters: (most: number) =>
    `More than ${most} of them need a letter. Please choose fewer, such as one class or section.`,
  emailOfAnother:
    "This address belongs to somebody else at the institute. Enter another one, or leave the field empty if it is optional. Is it yours? Then ask the office.",
  emailWithLogin:
    "This address belongs to somebody at the institute already. Is it yours? Then sign in with it and add the child in your account, or ask the office. Otherwise enter another one.",
  emailNeeded: "Please enter an email address: you will log in with it.",
  nameTaken: "Somebody else logs in with this phone number. Please enter an email address to log in with.",
  studentLogin: "You are logged in as a student. Log out first: a guardian has a login of their own.",
  consentNeeded: (names: string) => `Please agree for ${names}, or ask the office of the institute.`,
  linkedAlready: (name: string) => `${name} is already a guardian of this student, and has a login.`,
  joinedAlready: (name: string) => `${name} has a login already. Please sign in, or ask for a new password.`,
  officeOnly: "Only the office can link your guardians. Please ask there.",
  proveFirst: "Please confirm your email address first.",
  fiveOpen: "You have five open codes. End one of them first.",
  alreadyLinked: "This child is in your account already.",
  askOffice: "This code cannot add the child to your account. Please ask the office.",

  inviteSubject: (institute: string) => `Your login for ${institute}`,
  inviteText: (institute: string) => `${institute} has prepared a login for you. Choose your password, and you are in.`,
  inviteCode: (code: string) => `Your code: ${code}`,
  inviteLabel: "Choose a password",
  inviteTime: "The code works once, within 30 days. Please give it to nobody else.",
  inviteWarning: "If you do not know this institute, you can ignore this email.",
  greeting: "Hello,",
} as const;

export const say = catalogue("codes", copy);
