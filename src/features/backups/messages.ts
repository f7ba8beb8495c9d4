import { catalogue } from "@/lib/catalogue";

/** The messages about backups. */
export const copy = {
  title: "Backup",
  lead: "Everything the institute has here in one sealed file, to be kept in another place.",
  make: "Make a backup",
  another: "Make another",
  making: "Starting...",
  makeHint:
    "Students, results, materials, applications and everything else, in one file that only your passphrase opens. The site goes on meanwhile. Make one each week, and keep it outside the building.",
  makeFailed: "The backup could not be started. Please try again.",
  ready: "The backup is ready",
  of: "Made",
  size: "Size",
  until: "Kept until",
  untilHint: "It is sealed here too, and can be downloaded as often as needed until then.",
  download: "Download",
  downloadTitle: "Download the backup?",
  downloadHint: "It holds the data of all families, so we ask who you are once more.",
  password: "Your Password",
  code: "Code of your authenticator app",
  passphrase: "New passphrase for this file",
  passphraseHint: "12 characters or more: four words that have nothing to do with each other are good.",
  again: "Passphrase once more",
  differs: "The two passphrases differ.",
  apart: "Write it down and keep it apart from the file. Nobody can open the backup without it, not even we.",
  checking: "Checking...",
  failed: "The download could not begin. Please try again.",
  begun: "The download has begun.",
  last: "Last backups",
  lastLead: "A backup made here is listed once its download is complete.",
  none: "There is no backup yet.",
  heads: { when: "Made", how: "How", size: "Size" },
  how: {
    nightly: "Each night, on the server",
    command: "By command, on the server",
    office: "Downloaded in the office",
    unknown: "On the server",
  },
  notMade: "Failed",
  noNight: "None is made at night yet: ask the person who runs your server to turn that on.",
  activity: "Who made and downloaded them",
  restore: "If it is ever needed",
  restoreLead:
    "Call the person who runs your server, and hand over the file and its passphrase. Everything comes back as it was when the backup was made.",
  restoreFor: "Steps for the person who runs the server",
  restoreSteps: [
    "Install Lyceum on a server, and leave it stopped.",
    "Run npm run restore with the file. It asks for the passphrase and changes nothing if that is wrong.",
    "Start Lyceum. Everybody logs in again, and what waited in the queue of mails is held back until you decide.",
  ],
  loadFailed: "The backups could not be loaded.",
  tryAgain: "Try Again",
  task: "A backup of everything",
  passphraseWanted: "Please enter a passphrase.",
  tooShort: "A passphrase has 12 characters or more.",
  tooLong: "A passphrase has 200 characters at most.",
  tooEasy: "This passphrase is easy to guess. Please choose another.",
  ticketGone: "This download did not begin in time. Please download the backup again.",
} as const;

/** Creates a message of this room's errors. */
export const say = catalogue("backups", copy);
