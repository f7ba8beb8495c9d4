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
  codeHint: "The six digits from your authenticator app, or one of your recovery codes.",
  codeMissing: "Please enter the code from your authenticator app.",
  codeWrong: "This code is wrong or has already been used. Please try the next one.",
  lockedMailed: "Is this your account? A link to a new password lets you in at once: choose “Forgot your password?”.",
  lockedUnmailed: "Is this your account? Please ask the office of the institute to help you set a new password.",
  loginFailed: "Login failed",
  loginBroke: "Something went wrong. Please try again.",
  signupFailed: "Signup failed. Please try again.",
  emailTaken: "An account with this email already exists",
  loggedIn: "You are logged in.",
  signedUp: "Your account is ready. Please sign in.",
  loggedOut: "You are logged out.",
  sessionEnded:
    "Your session has ended. Nothing you typed is lost: sign in again in another tab, then send the form again.",
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
  linkSentHint: "The link works for 30 minutes. If you cannot find the email, look in your spam folder.",
  noMailTitle: "This website does not send email",
  noMailHint: "We cannot send you a link. Please write to us, and we will help you set a new password:",
  otherAddress: "Use another address",
  backToLogin: "Back to the login",

  resetTitle: "Choose a new password",
  resetLead: "You will be signed out everywhere. Then sign in with your new password.",
  newPassword: "New Password",
  confirmPassword: "Confirm Password",
  savePassword: "Save the password",
  savingPassword: "Saving...",
  resetDone: "Your new password is set. Please sign in.",
  resetLinkDead: "This link has been used or has expired. Please ask for a new one.",
  askAgain: "Ask for a new link",

  confirmTitle: "Confirm your address",
  confirmLead: "This shows us that the email address of your account is yours.",
  confirm: "Confirm my address",
  confirming: "Confirming...",
  confirmed: "Thank you, your address is confirmed.",
  confirmedHint: "You can now see your results in your account.",
  toResults: "See your results",
  confirmLinkDead:
    "This link has been used or has expired. If your address is not confirmed yet, ask for a new link on your account page.",
  toAccount: "Go to your account",

  linkIncomplete: "This link is incomplete. Please open it directly from the email.",
  failed: "Something went wrong. Please try again.",
} as const;

/** The sentences of the account page. */
export const accountCopy = {
  title: "Account",
  lead: "Your name, your password and what we keep about you.",
  failed: "Something went wrong. Please try again.",

  name: "Name",
  nameHint: "As it appears on your results and in our emails.",
  fullName: "Full Name",
  saveName: "Save name",
  saving: "Saving...",
  nameSaved: "Your name is saved.",

  address: "Email address",
  addressHint: "You sign in with it.",
  confirmed: "Confirmed",
  notConfirmed: "Not confirmed",
  confirmHint: "Please open the link we emailed you, to confirm that this address is yours.",
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
  sessionsHint:
    "Lost your phone, or used someone else’s computer? This signs you out on every device, including this one.",
  signOut: "Sign out everywhere",
  signingOut: "Signing out...",
  signedOut: "You are signed out everywhere.",

  data: "Your data",
  dataHint: "Everything we hold about you, in one file.",
  download: "Download my data",
  downloading: "Collecting...",
  downloaded: "Your data has been downloaded.",
  passwordAgain: "You signed in a while ago, so please enter your password as well.",

  remove: "Delete my account",
  removeHint: "Your account and everything in it, including your results, will be deleted. This cannot be undone.",
  removeQuestion: "Delete your account?",
  yourPassword: "Your Password",
  removing: "Deleting...",
  removed: "Your account is deleted.",
} as const;

/** The sentences around the codes of an authenticator app. */
export const codesCopy = {
  title: "Two-step login",
  hint: "Signing in then also asks for a code from an authenticator app on your phone, so a stolen password alone is of no use.",
  isOn: "On",
  isOff: "Off",
  turnOn: "Turn on",
  turnOff: "Turn off",
  turnOnQuestion: "Turn on the two-step login?",
  turnOffQuestion: "Turn off the two-step login?",
  turnOffHint: "Your password alone will be enough to sign in again, and your recovery codes will stop working.",
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
    "Each code works once, for when you do not have your phone. Print them or write them down now: they will not be shown again. You have been signed out everywhere else.",
  kept: "I have saved them",
  turnedOff: "The two-step login is off.",
  alreadyOn: "The two-step login is on already.",
} as const;

/** The sentences of the administrator's page about people. */
export const peopleCopy = {
  title: "People",
  lead: "Everything we hold about one person, to export or erase it when that person or a guardian asks.",
  address: "Email address",
  addressHint: "The address of an account, an application or a message.",
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
  exportHint: (email: string) => `A file with everything we hold for ${email}. Give it to that person only.`,
  exported: "The data has been downloaded.",
  erase: "Erase",
  eraseQuestion: "Erase the data of this person?",
  eraseHint: (email: string) =>
    `Everything we hold for ${email} will be deleted: the account, its results, applications, messages and emails. This cannot be undone. Emails that have been delivered cannot be recalled.`,
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
