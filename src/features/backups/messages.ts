import { catalogue } from "@/lib/catalogue";

/** The messages about backups. */
export const copy = {
  title: "Backup",
  lead: "The institute’s data in one sealed file. Keep the file in another place.",
  makeTitle: "A new backup",
  make: "Make a backup",
  another: "Make another",
  making: "Starting...",
  makeHint:
    "A backup holds students, results, applications and all other data. The site keeps running while it is made. Make one each week.",
  lacks: {
    secret:
      "The server’s secret is not in the file. Ask the person who runs the server to keep a copy of the secret somewhere else: without it, authenticator apps and printed codes do not work after a restore.",
    materials: "Study materials that are stored at UploadThing are not in the file. They stay at UploadThing.",
  },
  steps: [
    "Choose a passphrase. Only it opens the file.",
    "Download the file.",
    "Keep it outside the building, apart from the passphrase.",
  ],
  taskFailed: "The backup that you started failed on",
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
  state: {
    none: "No backup was downloaded yet.",
    old: (days: number) => `The last backup is ${days} days old.`,
    failed: "The last backup failed: make one here.",
    incomplete: "The last backup lacks files that are missing on the server: keep the earlier ones.",
    good: "The last backup was made on",
  },
  heads: { when: "Made", how: "How", size: "Size" },
  how: {
    nightly: "Each night, on the server",
    command: "By command, on the server",
    office: "Downloaded in the office",
    unknown: "On the server",
  },
  notMade: "Failed",
  incomplete: (count: number) => (count === 1 ? "One file is missing" : `${count} files are missing`),
  eachNight: "The server makes one each night.",
  noNight: "None is made at night: ask the person who runs your server to turn that on.",
  activity: "Who made and downloaded them",
  restore: "If it is ever needed",
  restoreLead:
    "Call the person who runs your server, and hand over the file and its passphrase. Everything in it comes back as it was when the backup was made, except what was erased or ended since.",
  restoreFor: "Steps for the person who runs the server",
  restoreSteps: [
    "Install Lyceum on a server, but do not start it. If NEXTAUTH_SECRET or UPLOADTHING_TOKEN was set on the old server, set it to the same value.",
    "Put erased.log and ended.log beside the file. Take them from the old data folder, or else from the folder of the nightly backups. Without them, people who were erased after the backup come back, and links and codes that ended after it are valid again.",
    "Run npm run restore with the file. It asks for the passphrase and changes nothing if that is wrong.",
    "Start Lyceum. Everybody logs in again, and what waited in the queue of emails is held back until you decide.",
  ],
  loadFailed: "The backups could not be loaded.",
  task: "A backup of everything",
  passphraseWanted: "Please enter a passphrase.",
  tooShort: "A passphrase has 12 characters or more.",
  tooLong: "A passphrase has 200 characters at most.",
  tooEasy: "This passphrase is easy to guess. Please choose another.",
  ticketGone: "This download did not begin in time. Please download the backup again.",
} as const;

/** Creates a message of this room's errors. */
export const say = catalogue("backups", copy);
