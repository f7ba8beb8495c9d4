import { catalogue } from "@/lib/catalogue";

/** The sentences of login and signup (spec §2, §5, §8; decisions 1, 8, 9). */
export const copy = {
  signIn: "Sign in",
  signingIn: "Signing in...",
  forgot: "Forgot your password?",
  createAccount: "Create Account",
  creatingAccount: "Creating Account...",
  identifier: "Email or username",
  password: "Password",
  passwordTooLong: "Password is too long.",
  noCode: "This is not a valid code.",
  badRole: "role must be user or admin.",
  badLink: "The link is not complete.",
  passwordsDiffer: "Passwords do not match",
  wrongPassword: "This is not your current password.",
  passwordAgain: "You signed in a while ago, so please enter your password as well.",
  passwordTooEasy: "This password is too easy to guess. Please choose another one.",
  invalidAdmin: "Invalid admin credentials",
  otherSide: {
    user: "You are logged in on the user side. To open this page, sign in as “Admin”.",
    admin: "You are logged in on the admin side. To open this page, sign in as “User”.",
  },
  accessEnded: "Your access to the admin side has ended or has not begun. Sign in as “User”, or ask the office.",
  invalidUser: "Invalid email or password",
  staffPasswordTooShort: "Passwords of staff have 12 characters or more. Please choose a new one.",
  newPassword: "New Password",
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
  takenHint: "Did the institute give you a code on paper or by email?",
  parentHint: "A parent? Use the code from the institute.",
  useCode: "Use the code",
  loggedIn: "You are logged in.",
  signedUp: "Your account is ready. Please sign in.",
} as const;

export const say = catalogue("auth", copy);

/** The messages about emailed links (decisions 6, 7). */
export const linkCopy = {
  forgotTitle: "Forgot your password?",
  forgotLead: "Enter the email address of your account, and we will send you a link to choose a new one.",
  sendLink: "Send the link",
  sendingLink: "Sending...",
  forgotAdmin:
    "Are you an administrator? Please ask the person who looks after this website at the institute to reset your password.",
  linkSent: "Check your mailbox",
  linkSentTo: (email: string) => `If there is an account for ${email}, a link is on its way to it.`,
  linkSentBefore: "A link that was emailed to you in the last half hour still works.",
  linkSentHint: "The link works for 30 minutes. If you cannot find the email, look in your spam folder.",
  noMailTitle: "This website does not send email",
  noMailHint: "So no link can come to your mailbox.",
  noMailLead: "The office helps you set a new one, in two steps.",
  askForCode: "Ask the office for a code",
  officeHours: (days: string, hours: string) => `${days}, ${hours}`,
  thenUseCode: "Choose a new password with it",
  noAddress: "No email address, or no email? Ask the office for a code.",
  useCode: "Use a code",
  otherAddress: "Use another address",
  backToLogin: "Back to the login",
  otherSignedIn: (name: string) => `${name} is logged in on this device. If you go on, that login ends here.`,

  resetTitle: "Choose a new password",
  resetLead: "You will be signed out everywhere. Then sign in with your new password.",
  newPassword: "New Password",
  confirmPassword: "Confirm Password",
  savePassword: "Save the password",
  savingPassword: "Saving...",
  resetDone: "Your new password is set. Please sign in.",
  resetMayBeSet:
    "Your new password may be set already. Please try to sign in with a password that you have typed here.",
  resetLinkDead: "This link has been used or has expired. Please ask for a new one.",
  askAgain: "Ask for a new link",

  confirmTitle: "Confirm your address",
  confirmLead: "This shows us that the email address of your account is yours.",
  confirm: "Confirm my address",
  confirming: "Confirming...",
  confirmed: "Thank you, your address is confirmed.",
  confirmedHint: "Our emails to you go there from now on.",
  toDashboard: "Go to your dashboard",
  goOnAs: (name: string) => `Go on as ${name}`,
  confirmLinkDead:
    "This link has been used or has expired. If your address is not confirmed yet, ask for a new link on your account page.",
  toAccount: "Go to your account",

  linkIncomplete: "This link is incomplete. Please open it directly from the email.",
  failed: "Something went wrong. Please try again.",
} as const;

export const sayLinks = catalogue("links", linkCopy);

/** The emails of the auth room. They contain no unconfirmed name, because the address may belong to a stranger. */
export const emailCopy = {
  greeting: (name: string | null) => (name === null ? "Hello," : `Dear ${name},`),
  confirmSubject: (institute: string) => `Confirm your address for ${institute}`,
  confirmText: (institute: string) =>
    `This address was given for an account at ${institute}. If the account is yours, please confirm that the address is, too.`,
  confirmLabel: "Confirm my address",
  confirmTime: "The link works for two days.",
  confirmWarning:
    "If the account is not yours, do not open the link: otherwise somebody could read what is not meant for them.",
  resetSubject: (institute: string) => `A new password for ${institute}`,
  resetText: (institute: string) =>
    `Somebody, most likely you, has asked for a new password for your account at ${institute}.`,
  resetLabel: "Choose a new password",
  resetTime: "The link works once, within 30 minutes.",
  resetWarning: "If it was not you, you can ignore this email: your password has not changed.",
  changedSubject: (institute: string) => `Your password for ${institute} was changed`,
  changedText: (moment: string) =>
    `The password of your account was changed on ${moment}. All other sessions have ended.`,
  changedWarning: "If it was not you, ask for a new password at once, and write to us.",
  changedLabel: "Ask for a new password",
} as const;
