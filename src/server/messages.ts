import { catalogue } from "@/lib/catalogue";

export type PdfAction = keyof typeof pdfActions;

const pdfActions = {
  scripts: "runs scripts",
  programs: "starts other programs",
  files: "opens other files",
  send: "sends what is filled in to another computer",
  read: "reads other files",
  media: "plays programs of its own",
  carry: "carries other files inside",
  locked: "is locked with a password or against changes",
} as const;

const sentences = {
  // Permissions.
  logInFirst: "Please log in first.",
  notAllowed: "You are not allowed to do this.",
  secondStepFirst: "Staff of this institute sign in in two steps. Please turn it on in your account first.",
  notTaught: "This is outside the classes and subjects that you teach. Please ask the office.",
  otherSite: "This request came from another site and was refused.",
  tooManyLogins: "Too many people are logging in right now. Please try again in a few seconds.",
  tooManyForms: "Too many forms have reached us today. Please call us, or try again tomorrow.",
  tooManyTries: (minutes: number) =>
    `There were too many tries. Please try again ${minutes <= 1 ? "in a minute" : minutes <= 90 ? `in ${minutes} minutes` : "in a few hours"}.`,

  // Requests.
  nothingHere: "There is nothing at this address.",
  otherMethod: "This address does not support this method.",
  requestTooLarge: "This request is too large.",
  otherContent: "This kind of content is not accepted here.",
  checkInput: "Please check what you entered.",
  sendJson: "Please send JSON.",
  sendPlainJson: "Please send JSON without a content encoding.",
  notJson: "This is not JSON.",
  badIdempotencyKey: "Idempotency-Key must have 1 to 255 visible ASCII characters.",
  otherRequest: "This Idempotency-Key was used for another request. Please use a new one.",
  inProgress: "A request with this Idempotency-Key is still being worked on. Please ask again in a moment.",
  stillDoing: "This is still being done. Please press again in a moment.",
  answerLost: "A request with this Idempotency-Key was carried out, but its answer cannot be given again.",
  tookTooLong: "This request took too long. Please ask again.",
  noRoom: "There is no room left to save this. Please tell the institute.",
  notNow: "This cannot be done right now. Please try again in a moment.",
  changedMeanwhile: "Somebody has changed this in the meantime. Load the page again.",
  changed: "This has changed since it was read.",
  badAddress: "This address cannot be read.",
  badHost: "The name of this site cannot be read.",
  sendWebForm: "Please send a form.",
  metricsToken: "Please send the METRICS_TOKEN of the settings as a bearer token.",
  overloaded: "Too many people are here right now. Please try again in a few seconds.",
  timedOut: "The request took too long. Please send it again.",
  brokeOff: "The request broke off. Please send it again.",
  atMost: (kilobytes: number) => `Please send ${kilobytes} KB at most.`,

  // Uploads in progress.
  sendForm: "Please send multipart/form-data.",
  formNotUnderstood: "The form was not understood. Please send it again.",
  fieldTwice: "This field was sent twice.",
  fieldTooLong: "This field is too long.",
  noFile: "There is no file.",
  oneFile: "Please send one file, and each field once.",
  notAwaited: "This upload was not announced, or is complete already. Please choose the file again.",
  uploadLost: "The upload was interrupted. Please choose the file again.",
  uploadNotUnderstood: "The upload was not understood. Please choose the file again.",
  longerThanAnnounced: "The file is longer than announced. Please choose it again.",
  shorterThanAnnounced: "The file is shorter than announced. Please choose it again.",
  badUploadAddress: "This upload address is not valid.",
  uploadTooLate: "This upload waited too long. Please choose the file again.",
  fileEmpty: "This file is empty. Please choose another one.",
  badFileName: "The file's name is too long or not usable. Please rename it and choose it again.",
  uploadInProgress: "This file is being uploaded already. Please try again in a moment.",
  notTakenIn: "The file could not be taken in. Please try again.",
  otherFile: "The file did not arrive as it was sent. Please upload it again.",
  fileTooLarge: (megabytes: number) => `This file is larger than ${megabytes} MB. Please choose a smaller one.`,

  // Stored files.
  badFileAddress: "This file address is not valid.",
  fileChanged: "This file has changed since it was read.",
  otherStoreKey: "This is not the store's key.",
  noUploadWaits: "No upload waits for this answer.",
  noUploadsHere: "Files are not uploaded here.",
  usePut: "A file is uploaded with PUT.",
  fileNotAwaited: "This upload was not announced.",
  fileGone: "This file is not here any more.",
  badFileKey: "This is not a file's key.",
  notStored: "The file could not be stored right now. Please try again.",
  noRoomForFile: "There is no room left for this file. Please tell the institute.",
  fileUnreachable: "The file cannot be reached right now. Please try again.",

  // Background tasks.
  taskUnknown: "There is no such task. It may have been deleted.",
  taskFailed: "Something went wrong, and nothing more was done. Please start it again.",
  taskGivenUp: "It was interrupted three times. Please start it again.",
  taskBeforeRestore: "It was under way when a backup was made, and did not go on after the backup was restored.",
  notTypeset: "The document could not be made. Please try again.",
  resultGone: "This file is no longer there. Please start the task again.",

  // Contents of files.
  fileKinds: "Only PDF, DOC and DOCX files can be uploaded. Please choose one of these.",
  damaged: "This file is incomplete or damaged. Please save it again and choose the new one.",
  macros: "This document contains macros. Please save it without them, best as a PDF.",
  fetching: "This document loads parts of itself from another computer. Please save it as a PDF and upload that.",
  programs: "This document holds or starts another program. Please save it as a PDF and upload that.",
  carrying: "This document carries other files inside. Please save it as a PDF and upload that.",
  locked: "This document is locked with a password. Please remove it and choose the file again.",
  unsafe: "This document is built in an unsafe way. Please save it again, best as a PDF.",
  tooManyFields: "This document has more fields than can be checked. Please save it as a PDF.",
  infected:
    "The virus scanner found something harmful in this file. Please check your computer and choose a clean file.",
  tooLargeToScan:
    "This file is larger than the virus scanner takes, so it was not published. Please choose a smaller file, or ask whoever runs the site to raise the scanner’s StreamMaxLength.",
  notScanned: "The file could not be checked for viruses, so it was not published. Please try again in a few minutes.",
  otherType: (kind: string) =>
    `The file's name ends in .${kind}, but it was sent as another type. Please send it from another computer, or save it in another format first.`,
  otherKind: (kind: string) =>
    `The file's name ends in .${kind}, but its content is not ${kind === "pdf" ? "a PDF" : `a Word document (${kind.toUpperCase()})`}. Please save it as ${kind.toUpperCase()} and choose it again.`,
  activePdf: (does: PdfAction) => `This PDF ${pdfActions[does]}. Please print it to a new PDF and upload that.`,
  badLink: (scheme: string | null) =>
    `This document has a link that ${scheme === null ? "leads to no page" : `starts with “${scheme}:”`}. Please take that link out, save the document and upload it again.`,
};

export const say = catalogue("server", sentences);
