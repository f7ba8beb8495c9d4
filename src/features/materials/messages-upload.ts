/** The texts around an upload. */
export const uploadCopy = {
  pickFile: "Click to upload PDF",
  endsWithDay: "Without a time, it ends at the end of the day.",
  endsOn: (day: string, time: string) => `Until ${day}, ${time}.`,
  materialNameHint: "It is taken from the file's name, until you type another.",
  expiryZone: (zone: string) => `By the institute's clock: ${zone}.`,
  tellClass: "Tell the class",
  tellClassHintKept: "No mail server is set up: its emails are kept as files, and nobody gets them.",
  tellClassHint:
    "Its students and their guardians get an email, ten minutes later at the earliest, with whatever else is new for them.",
  uploading: "Uploading...",
  checking: "Checking the file...",
  cancel: "Cancel",
  uploadCancelled: "The upload was cancelled. Nothing has been published.",
  fileChanged: "This file was changed or moved after it was chosen. Please choose it again.",
  uploadFailed: "Upload failed! Please try again.",
} as const;
