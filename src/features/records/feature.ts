import "server-only";
import type { Duty } from "@/lib/may";
import type { Feature } from "../feature";
import { wordsOf } from "./data-words";
import { createRecordsRouter } from "./router";
import { actions } from "./rules";

export const recordsDuties: readonly Duty[] = [
  { words: "Mail", area: "families", right: actions.manageMail },
  { words: "Activity and status", area: "institute", right: actions.readActivity },
];

const own = {
  duties: recordsDuties,
  audit: {
    "old-data-removed": { words: "Old data removed", icon: "Trash2" },
    refused: { words: "Tried something without permission", icon: "ShieldAlert", alarming: true },
    "mail-resent": { words: "Email tried again", icon: "RotateCw", about: "mail" },
    "mails-resent": { words: "Emails tried again", icon: "RotateCw", counted: "email" },
    "mails-dropped": { words: "Emails held back by a restore discarded", icon: "MailX", counted: "email" },
  },
  calls: {
    "records.listMails": "To read the list of emails",
    "records.mailSummary": "To read the list of emails",
    "records.resendMail": "To send an email again",
    "records.resendMails": "To send emails again",
    "records.dropMails": "To discard emails",
    "records.listEvents": "To read the activity",
    "records.status": "To read the status",
    "records.faults": "To read the status",
  },
} satisfies Feature;

/** The records room, given the labels of all rooms. */
export const createRecords = (others: readonly Feature[]) =>
  ({ ...own, router: createRecordsRouter(wordsOf([...others, own])) }) satisfies Feature;
