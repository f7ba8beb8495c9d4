/** The sentences for many mails at once, and for mails that do not leave. */
export const mailCopy = {
  writtenAgain: "The mail is written as a file in a moment.",
  allSentAgain: (count: number) =>
    count === 1 ? "One mail leaves now." : `${count} mails leave now, one after the other.`,
  allWrittenAgain: (count: number) =>
    count === 1 ? "One mail is written as a file." : `${count} mails are written as files.`,
  sendAllAgain: (count: number) =>
    count === 1 ? "Send the failed mail again" : `Send all ${count} failed mails again`,
  heldTitle: (count: number) =>
    count === 1 ? "One mail waits for your decision" : `${count} mails wait for your decision`,
  heldText:
    "When the restored backup was made, this was still to be sent. It may have been sent since, so nothing leaves until you decide.",
  sendAllNow: "Send them all now",
  dropAll: "Send none of them",
  dropAllQuestion: "Send none of these mails?",
  dropAllMeans: (count: number) =>
    `${count === 1 ? "One mail is" : `${count} mails are`} removed from this list and cannot be sent any more.`,
  dropping: "Removing...",
  dropped: (count: number) => (count === 1 ? "The mail is not sent." : `${count} mails are not sent.`),
  dropFailed: "That could not be done. Please try again.",
  outageTitle: "The mail server takes no mail",
  outageText: "Nothing is lost: all mails wait and leave by themselves once the server takes them again.",
  outageAdvice: ["If it refuses the login or the sender, check", "and", "in the settings, and start the site again."],
  outageSince: "Since",
  outageNext: "Next try",
  unkeptTitle: "No mail can be kept as a file",
  unkeptText:
    "Nothing is lost: all mails wait, and are kept once the folder can be written again. Please ask the person who runs the server to look at the folder and its disk.",
  waitsForServer: "Waits for the mail server",
  waitsForFolder: "Waits for the folder",
  sendNow: "Send now",
  writeAgain: "Write again",
  drop: "Do not send",
  mailsEmpty: "No mails yet",
  mailsEmptyHint: "Receipts, notices of results and links for new passwords appear here.",
  mailsEmptyOfState: "No mails here",
  mailsEmptyOfStateHint: "There is none in this state. Choose All to see the others.",
} as const;
