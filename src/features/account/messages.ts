import { catalogue } from "@/lib/catalogue";

export const copy = {
  title: "Account",
  lead: "Your name, your password and what we keep about you.",
  failed: "Something went wrong. Please try again.",

  groups: { you: "You", security: "Sign-in and security", data: "Your data" },

  name: "Name",
  nameHint: "As it appears on your results and when we write to you.",
  nameHintOfStaff: "As colleagues and families see it.",
  nameHintOfGuardian: "As it appears to the office and when we write to you.",
  nameHintOfStudent: "As it is on the institute’s roster and on your results. The office can change it.",
  fullName: "Full Name",
  saveName: "Save name",
  saving: "Saving...",
  nameOfOffice: "Your name is the one that the institute has on its roster. Please ask the office to change it.",
  worksHere: "You work here with this account. Please ask an administrator to end your access first.",
  nameSaved: "Your name is saved.",

  hasLeft: "You are not in a class any more",
  hasLeftHint: "Your results and report cards can still be read.",

  duties: "Your work here",
  dutiesHint: "An administrator can change it under Staff.",
  duty: { administrator: "Administrator", office: "Office", teacher: "Teacher" },
  dutyOfClass: (duty: string, className: number, section: string | null) =>
    `${duty}, Class ${className}${section ? ` ${section}` : ""}`,

  address: "Email address",
  addressHint: "You sign in with it.",
  noAddressHint: "You have none here. With one you get news by email; the office adds it for you.",
  noAddressUnmailedHint: "You have none here. The office can add one for you.",
  signsInWith: (name: string) => `You sign in with ${name}`,
  confirmed: "Confirmed",
  notConfirmed: "Not confirmed",
  confirmHint: "Please open the link we emailed you, to confirm that this address is yours.",
  confirmHintOfStaff:
    "You get no news by email until you confirm it. To get the link again, sign in as “User” and open Account.",
  sendAgain: "Send the link again",
  sending: "Sending...",
  sentAgain: "A new link is on its way to you.",

  password: "Password",
  passwordHint: "Changing it ends all your other sessions.",
  currentPassword: "Current Password",
  changePassword: "Change password",
  savePassword: "Save the new password",
  passwordSaved: "Your password is changed. All other sessions have ended.",
  unsureOfPassword: "No answer came. Your password may have changed already: try to sign in with the new one.",

  newPassword: "New Password",
  newPasswordHint: (least: number) => `At least ${least} characters.`,
  confirmPassword: "Confirm Password",
  passwordsDiffer: "Passwords do not match",

  sessions: "Sessions",
  sessionsHint:
    "Lost your phone, or used someone else’s computer? This signs you out on every device, including this one.",
  signOut: "Sign out everywhere",
  signingOut: "Signing out...",
  signedOut: "You are signed out everywhere.",
  endedBefore: "Your session has ended. Your last step may have been saved: sign in to check.",

  data: "A copy of your data",
  dataHint: "Everything we hold about you, in one file.",
  download: "Download my data",
  downloading: "Collecting...",
  downloaded: "Your data has been downloaded.",
  passwordAgain: "You signed in a while ago, so please enter your password as well.",

  remove: "Delete my account",
  removeHint: "Your account and everything in it, including your results, will be deleted. This cannot be undone.",
  removeHintOfGuardian:
    "Your account and your links to your children here will be deleted. What belongs to the children stays. This cannot be undone.",
  removeQuestion: "Delete your account?",
  removing: "Deleting...",
  removed: "Your account is deleted.",
  close: "Close my login",
  closeHint:
    "Nobody can sign in with your login any more, and the institute is asked to erase the rest within thirty days. Your results stay until then.",
  closeQuestion: "Close your login?",
  closing: "Closing...",
  closed: "Your login is closed. The institute will erase the rest within thirty days.",
} as const;

export const sayAccount = catalogue("account", copy);

export const codesCopy = {
  title: "Two-step login",
  hint: "Signing in then also asks for a code from an authenticator app on your phone, so a stolen password alone is of no use.",
  demanded: "Staff of this institute sign in in two steps",
  demandedHint:
    "Turn it on here, and the rest of the office opens. It takes a minute and an authenticator app on your phone.",
  isOn: "On",
  isOff: "Off",
  turnOn: "Turn on",
  turnOff: "Turn off",
  turnOnQuestion: "Turn on two-step login?",
  turnOffQuestion: "Turn off two-step login?",
  turnOffHint: "Your password alone will be enough to sign in again, and your recovery codes will stop working.",
  turnOffHintDemanded:
    "Your institute demands it: until you turn it on again, only this page opens. Your recovery codes will stop working.",
  passwordHint: "Please enter your password, so that we know it is you.",
  begin: "Go on",
  working: "One moment...",
  scan: "Scan this with your authenticator app",
  scanAlt: "The secret as a QR code",
  orType: "Or enter this secret in the app:",
  firstCode: "First code",
  confirm: "Confirm",
  cancel: "Cancel",
  recoveryTitle: "Keep these recovery codes",
  recoveryHint:
    "Each code works once, for when you do not have your phone. Print them or write them down now: they will not be shown again. You have been signed out everywhere else.",
  kept: "I have saved them",
  turnedOff: "Two-step login is off.",
  alreadyOn:
    "Two-step login is already on. If its recovery codes did not reach you, turn it off and on again to get new ones.",
} as const;

export const say = catalogue("twoStep", codesCopy);
