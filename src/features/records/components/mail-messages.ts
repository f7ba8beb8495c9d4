/** The texts of bulk actions and of undelivered emails. */
export const mailCopy = {
  writeAgainFailed: "The email could not be saved as a file. Please try again.",
  writtenAgain: "The email will be saved as a file in a moment.",
  allSentAgain: (count: number) =>
    count === 1 ? "The email is being sent." : `${count} emails are being sent, one after the other.`,
  againInDigest: (time: string) => `Its recipient wants one email a day: it goes with the next one, at ${time}.`,
  againUnwanted: "The email will not be sent: its recipient has turned such emails off.",
  allInDigest: (count: number) =>
    count === 1
      ? "One goes with its recipient’s email of the day."
      : `${count} go with their recipients’ emails of the day.`,
  allUnwanted: (count: number) =>
    count === 1
      ? "One is not sent: its recipient has turned such emails off."
      : `${count} are not sent: their recipients have turned such emails off.`,
  unwanted: "Will not be sent: its recipient has turned such emails off",
  allWrittenAgain: (count: number) =>
    count === 1 ? "The email is being saved as a file." : `${count} emails are being saved as files.`,
  writeAllAgain: (count: number) =>
    count === 1 ? "Save the failed email again" : `Save all ${count} failed emails again`,
  sendAllAgain: (count: number) =>
    count === 1 ? "Send the failed email again" : `Send all ${count} failed emails again`,
  heldTitle: (count: number) =>
    count === 1 ? "One email waits for your decision" : `${count} emails wait for your decision`,
  heldText:
    "Each was still waiting when the restored backup was made, and may have been sent since. Nothing is sent until you decide.",
  sendAllNow: "Send them all now",
  dropAll: "Send none of them",
  writeAllNow: "Save them all as files now",
  heldTextOfFolder:
    "Each was still waiting when the restored backup was made, and may have left since. No mail server is set up: they can be saved as files, and nobody gets them.",
  writing: "Saving...",
  dropAllQuestion: "Send none of these emails?",
  dropAllMeans: (count: number) =>
    `${count === 1 ? "One email is" : `${count} emails are`} removed from this list and can no longer be sent.`,
  dropping: "Removing...",
  dropped: (count: number) => (count === 1 ? "The email will not be sent." : `${count} emails will not be sent.`),
  dropFailed: "That could not be done. Please try again.",
  outageTitle: "The mail server does not accept emails",
  outageText: "Nothing is lost: all emails wait, and are sent as soon as the server accepts them again.",
  outageAdvice: ["If it refuses the login or the sender, check", "and", "in the settings, and start the site again."],
  outageSince: "Since",
  outageNext: "Next attempt",
  unkeptTitle: "Emails cannot be saved as files",
  unkeptText:
    "Nothing is lost: all emails wait, and are saved once the folder is writable again. Please ask the person who runs the server to look at the folder and its disk.",
  beyondTitle: (count: number) =>
    count === 1 ? "One email leaves on a later day" : `${count} emails leave on later days`,
  beyondText:
    "The mail server takes only so many a day. Links for passwords and other account emails still leave at once.",
  filters: {
    all: "All",
    waiting: "Waiting",
    sent: "Sent",
    failed: "Failed",
    kept: "Kept",
    held: "Held",
    gathered: "Digest",
  },
  commonState: {
    waiting: "All of these are waiting.",
    sent: "All of these were sent.",
    failed: "None of these could be sent.",
    kept: "All of these are kept as files.",
    held: "All of these are held back.",
    gathered: "All of these are in a digest.",
  },
  person: "Name or address",
  find: "Find emails",
  about: "Notice",
  waitsForServer: "Waits for the mail server",
  waitsForFolder: "Waits for the folder",
  onItsWayToFolder: "Will be saved as a file in a moment",
  leavesAbout: "Leaves about",
  writtenAbout: "Will be saved as a file about",
  sendNow: "Send now",
  writeAgain: "Save again",
  drop: "Do not send",
  mailsEmpty: "No emails yet",
  mailsEmptyHint: "Receipts, notices of results and links for new passwords appear here.",
  mailsEmptyOfState: "No emails here",
  mailsEmptyOfStateHint: "Choose All, or another person or notice, to see others.",
} as const;

type Resent = { count: number; inDigest: number; unwanted: number };

/** What becomes of several emails that are sent, or kept as files, again. */
export function resentInWords({ count, inDigest, unwanted }: Resent, isFolder: boolean): string {
  const atOnce = count - inDigest - unwanted;
  return [
    (atOnce > 0 || count === 0) && (isFolder ? mailCopy.allWrittenAgain(atOnce) : mailCopy.allSentAgain(atOnce)),
    inDigest > 0 && mailCopy.allInDigest(inDigest),
    unwanted > 0 && mailCopy.allUnwanted(unwanted),
  ]
    .filter(Boolean)
    .join(" ");
}
