/** The sentences of login and signup (spec §2, §5, §8; decisions 1, 8, 9). */
export const copy = {
  signIn: "Sign in",
  signingIn: "Signing in...",
  forgot: "Forgot your password?",
  createAccount: "Create Account",
  creatingAccount: "Creating Account...",
  passwordsDiffer: "Passwords do not match",
  passwordTooShort: "Password must be at least 6 characters",
  passwordTooShortForAdmin: "Password must be at least 12 characters",
  passwordTooEasy: "This password is too easy to guess. Please choose another one.",
  invalidAdmin: "Invalid admin credentials",
  invalidUser: "Invalid email or password",
  code: "Code",
  codeHint: "Six figures of your authenticator app, or one of your recovery codes.",
  codeMissing: "Please enter the code of your authenticator app.",
  codeWrong: "This code is not right, or was used already. Please try the next one.",
  lockedMailed: "Is this your account? A link to a new password lets you in at once: choose “Forgot your password?”.",
  lockedUnmailed: "Is this your account? Please ask the institute’s office, which will help you to a new password.",
  loginFailed: "Login failed",
  loginBroke: "Something went wrong. Please try again.",
  signupFailed: "Signup failed. Please try again.",
  emailTaken: "An account with this email already exists",
  loggedIn: "You are logged in.",
  signedUp: "Your account is ready. Please sign in.",
  loggedOut: "You are logged out.",
  sessionEnded: "Your session has ended. Sign in again in another tab, then send this once more: nothing is lost.",
  logoutFailed: "You could not be logged out. Please try again.",
} as const;

/** The sentences around the links that are mailed (decisions 6, 7). */
export const linkCopy = {
  forgotTitle: "Forgot your password?",
  forgotLead: "Enter the email address of your account, and we will send you a link to choose a new one.",
  sendLink: "Send the link",
  sendingLink: "Sending...",
  forgotAdmin:
    "Are you an administrator? Please ask the person who looks after this website at the institute to reset your password.",
  linkSent: "Check your mailbox",
  linkSentTo: (email: string) => `If there is an account for ${email}, a link is on its way to it.`,
  linkSentBefore: "A link that was mailed to you in the last half hour still works.",
  linkSentHint: "It works for 30 minutes. Nothing there? Look in your spam folder, too.",
  noMailTitle: "This site sends no mail",
  noMailHint: "So no link can reach you. Please write to the institute, which will help you to a new password:",
  otherAddress: "Use another address",
  backToLogin: "Back to the login",

  resetTitle: "Choose a new password",
  resetLead: "You will be signed out everywhere and can then sign in with it.",
  newPassword: "New Password",
  confirmPassword: "Confirm Password",
  savePassword: "Save the password",
  savingPassword: "Saving...",
  resetDone: "Your new password is set. Please sign in.",
  resetLinkDead: "This link has been used or has expired. Please ask for a new one.",
  askAgain: "Ask for a new link",

  confirmTitle: "Confirm your address",
  confirmLead: "This tells the institute that the address of your account is yours.",
  confirm: "Confirm my address",
  confirming: "Confirming...",
  confirmed: "Thank you, your address is confirmed.",
  confirmedHint: "From now on your account shows you your results.",
  toResults: "See your results",
  confirmLinkDead:
    "This link has been used or has expired. If your address is not confirmed yet, ask for a new link on your account page.",
  toAccount: "To your account",

  linkIncomplete: "This link is not complete. Please open it as it stands in the mail.",
  failed: "Something went wrong. Please try again.",
} as const;

/** The sentences of the account page. */
export const accountCopy = {
  title: "Account",
  lead: "Your name, your password and what we keep about you.",
  failed: "Something went wrong. Please try again.",

  name: "Name",
  nameHint: "As it stands on your results and in our mails.",
  fullName: "Full Name",
  saveName: "Save name",
  saving: "Saving...",
  nameSaved: "Your name is saved.",

  address: "Email address",
  addressHint: "You sign in with it.",
  confirmed: "Confirmed",
  notConfirmed: "Not confirmed",
  confirmHint:
    "Open the link we mailed to you. It shows that this address is yours, and so are the results kept for it.",
  sendAgain: "Send the link again",
  sending: "Sending...",
  sentAgain: "A new link is on its way to you.",

  password: "Password",
  passwordHint: "Changing it ends all your other sessions.",
  currentPassword: "Current Password",
  wrongPassword: "This is not your current password.",
  savePassword: "Change password",
  passwordSaved: "Your password is changed. All other sessions have ended.",

  sessions: "Sessions",
  sessionsHint: "Lost a phone, or used somebody else’s computer? This ends every session, the one here too.",
  signOut: "Sign out everywhere",
  signingOut: "Signing out...",
  signedOut: "You are signed out everywhere.",

  data: "Your data",
  dataHint: "Everything this site keeps about you, in one file that people and programs can read.",
  download: "Download my data",
  downloading: "Collecting...",
  downloaded: "Your data is in your downloads.",
  passwordAgain: "Please enter your password, too: your login is a while ago.",

  remove: "Delete my account",
  removeHint: "Your account will be deleted with everything kept in it, your results too. This cannot be undone.",
  removeQuestion: "Delete your account?",
  yourPassword: "Your Password",
  removing: "Deleting...",
  removed: "Your account is deleted.",
} as const;

/** The sentences around the codes of an authenticator app. */
export const codesCopy = {
  title: "Two-step login",
  hint: "With it, a login asks for a code of an authenticator app on your phone as well. A stolen password alone then opens nothing.",
  isOn: "On",
  isOff: "Off",
  turnOn: "Turn on",
  turnOff: "Turn off",
  turnOnQuestion: "Turn on the two-step login?",
  turnOffQuestion: "Turn off the two-step login?",
  turnOffHint: "The password alone will open the administration again. Your recovery codes will be worth nothing.",
  passwordHint: "Please enter your password, so that we know it is you.",
  begin: "Go on",
  working: "One moment...",
  scan: "Scan this with your authenticator app",
  scanAlt: "The secret as a QR code",
  orType: "Or type this secret into it:",
  firstCode: "First code",
  confirm: "Confirm",
  recoveryTitle: "Keep these recovery codes",
  recoveryHint:
    "Each opens once, for when the phone is not at hand. Print them or write them down: they are shown only now. All your other sessions have ended.",
  kept: "I have kept them",
  turnedOff: "The two-step login is off.",
  alreadyOn: "The two-step login is on already.",
} as const;

/** The sentences of the administrator's page about people. */
export const peopleCopy = {
  title: "People",
  lead: "What the site keeps about one person: to hand it out or to erase it, when the person or a guardian asks.",
  address: "Email address",
  addressHint: "Of an account, an application or a message.",
  find: "Find",
  finding: "Searching...",
  nothingHeld: "Nothing is kept for this address.",
  held: "What is kept",
  account: "Account",
  accountSince: (name: string, since: string) => `${name}, since ${since}`,
  noAccount: "None",
  confirmed: "The address is confirmed.",
  notConfirmed: "The address is not confirmed.",
  results: "Results",
  applications: "Applications",
  messages: "Messages",
  mails: "Mails",
  export: "Export",
  exportQuestion: "Export the data of this person?",
  exportHint: (email: string) => `A file with all that is kept for ${email}. Hand it to nobody else.`,
  exported: "The data is in your downloads.",
  erase: "Erase",
  eraseQuestion: "Erase the data of this person?",
  eraseHint: (email: string) =>
    `All that is kept for ${email} will be deleted: the account, its results, applications, messages and mails. This cannot be undone. Mails that have left stay where they arrived.`,
  typeAddress: "Type the address to confirm",
  addressDiffers: "This is not the address.",
  erased: "Nothing is kept for this address any more.",
  yourPassword: "Your Password",
  working: "One moment...",
  failed: "Something went wrong. Please try again.",
} as const;

/** The letters of the auth room. A name that nobody has confirmed stands in none: the address may be a stranger's. */
export const letterCopy = {
  greeting: (name: string | null) => (name === null ? "Hello," : `Dear ${name},`),
  confirmSubject: (institute: string) => `Confirm your address for ${institute}`,
  confirmText: (institute: string) =>
    `An account was made at ${institute} with this address. If that was you, please confirm that the address is yours.`,
  confirmLabel: "Confirm my address",
  confirmTime: "The link works for two days.",
  confirmWarning:
    "If it was not you, do not open the link: whoever made the account would then see what the institute keeps for this address.",
  resetSubject: (institute: string) => `A new password for ${institute}`,
  resetText: (institute: string) =>
    `Somebody, most likely you, has asked for a new password for your account at ${institute}.`,
  resetLabel: "Choose a new password",
  resetTime: "The link works once, within 30 minutes.",
  resetWarning: "If it was not you, you need not do anything: your password is what it was.",
  changedSubject: (institute: string) => `Your password for ${institute} was changed`,
  changedText: (moment: string) =>
    `The password of your account was changed on ${moment}. All other sessions have ended.`,
  changedWarning: "If it was not you, ask for a new password at once, and write to us.",
  changedLabel: "Ask for a new password",
} as const;
