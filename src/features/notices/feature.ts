import "server-only";
import { daysInWords, kept } from "@/content/retention";
import { entries, impersonal, internal, own } from "@/server/privacy/inventory";
import { mountOf } from "@/server/rest/call";
import type { Feature } from "../feature";
import { purgeNotices } from "./data-office";
import { exportNoticesOf } from "./data-receipts";
import { noticeMails } from "./emails";
import { sweepFiles } from "./mutations-files";
import { publishDue } from "./mutations-publish";
import { noticesRest } from "./rest";
import { noticesRouter } from "./router";
import { actions } from "./rules";

const hour = 60 * 60 * 1000;
const withNotice = "as long as the notice";
const unlessAlone = "stays, unless it is only for erased students";
/** The events count the parts of an audience, a number that says nothing to a reader. */
const counted = false;

export const notices = {
  models: {
    Notice: {
      whose: "the colleague who wrote it, and the student if it is for only one",
      purpose: "to tell families, staff or everyone something",
      retention: `${daysInWords(kept.notices)} after its end or its withdrawal; a draft, after it was begun`,
      fields: {
        ...impersonal("key", "id"),
        ...entries({ class: "education", export: true, erase: unlessAlone }, "title", "body", "publishedAt"),
        ...impersonal("technical", "version", "askedVersion", "state", "toStudents", "toGuardians", "mustConfirm"),
        ...impersonal("technical", "pinned", "publishAt", "expiresAt", "tellAt", "toldAt", "heldAt"),
        ...entries({ class: "education", export: "is the office’s", erase: unlessAlone }, "reason"),
        ...impersonal("technical", "remindedAt", "withdrawnAt", "rowVersion", "createdAt"),
        ...internal("key", "is in the trail", "createdById"),
      },
    },
    NoticeVersion: {
      whose: "the colleague who changed it",
      purpose: "to know what a notice said when it was read and confirmed",
      retention: withNotice,
      fields: {
        ...impersonal("key", "noticeId", "version"),
        ...entries({ class: "education", export: "only of the last version", erase: unlessAlone }, "title", "body"),
        ...impersonal("technical", "at"),
        ...internal("key", "is in the trail", "byId"),
      },
    },
    NoticeAudience: {
      whose: "students, if it is for one of them",
      purpose: "to know whom a notice is for",
      retention: withNotice,
      fields: {
        ...impersonal("key", "id", "noticeId"),
        ...impersonal("technical", "kind", "className", "section"),
        ...internal("key", "joins rows", "studentId"),
      },
    },
    NoticeFile: {
      whose: "as of the notice",
      purpose: "to give a notice a file",
      retention: withNotice,
      fields: {
        ...impersonal("key", "noticeId", "uploadKey"),
        ...entries({ class: "education", export: "is read at the notice", erase: unlessAlone }, "name"),
        ...impersonal("technical", "kind", "size", "hash", "addedAt"),
      },
    },
    NoticeReceipt: {
      whose: "students, guardians and staff",
      purpose: "to know who has read a notice, and confirmed it",
      retention: withNotice,
      fields: {
        ...internal("key", "joins rows", "id", "userId", "studentId"),
        ...own("key", "noticeId"),
        ...own("usage", "version", "seenAt", "confirmedAt"),
      },
    },
  },
  router: noticesRouter,
  rest: mountOf(noticesRest),
  restTag: { name: "Notices", description: "What the institute tells everyone, families and staff." },
  publicLists: [{ tags: ["notices"], procedures: ["notices.listPublic"], paths: ["/notices"] }],
  emails: noticeMails,
  emailNames: { notice: "Notice", noticeReminder: "Reminder of a notice" },
  personalData: {
    name: "notices",
    label: "Notices",
    count: async ({ userId }) => (await exportNoticesOf(userId)).length,
    list: ({ userId }) => exportNoticesOf(userId),
    // An unverified account sees nothing of the student (decision 46).
    isHiddenFrom: ({ emailConfirmed, vouched }) => !emailConfirmed && !vouched,
  },
  retention: { name: "notices", days: kept.notices, purge: purgeNotices },
  duties: [{ words: "Notices", area: "families", right: actions.write }],
  tasks: {
    /** Publishes notices that are due, and sends emails whose delay is over. */
    publishNotices: () => publishDue(new Date()),
    /** Deletes files without a notice. */
    sweepNoticeFiles: async () => void (await sweepFiles(new Date(Date.now() - hour))),
  },
  crontab: ["* * * * * publishNotices", "17 * * * * sweepNoticeFiles"],
  audit: {
    "notice-added": { words: "Notice written", icon: "Megaphone", about: "notice", counted },
    "notice-edited": { words: "Notice edited", icon: "PencilLine", about: "notice", counted },
    "notice-removed": { words: "Notice deleted", icon: "Trash2", about: "notice", counted },
    "notice-planned": { words: "Notice scheduled", icon: "CalendarPlus", about: "notice", counted },
    "notice-called-off": { words: "Scheduled notice called off", icon: "CalendarMinus", about: "notice", counted },
    "notice-published": { words: "Notice published", icon: "Megaphone", about: "notice", counted },
    "notice-changed": { words: "Notice changed", icon: "PencilLine", about: "notice", counted },
    "notice-taken-back": { words: "Notice taken back", icon: "CalendarMinus", about: "notice", counted },
    "notice-withdrawn": { words: "Notice withdrawn", icon: "CalendarMinus", about: "notice", counted },
    "notice-reminded": { words: "Reminders of a notice queued", icon: "Mail", about: "notice", counted: "email" },
    "notice-mails-released": { words: "Held emails of a notice released", icon: "Mail", about: "notice", counted },
    "notice-mails-dropped": { words: "Held emails of a notice dropped", icon: "MailX", about: "notice", counted },
    "notice-file-added": { words: "File put beside a notice", icon: "FileUp", about: "notice", counted },
    "notice-file-removed": { words: "File taken off a notice", icon: "Trash2", about: "notice", counted },
  },
  calls: {
    "notices.mine": "To read notices",
    "notices.unread": "To read notices",
    "notices.getMine": "To read a notice",
    "notices.open": "To read a notice",
    "notices.confirm": "To confirm a notice",
    "notices.list": "To see the notices of the office",
    "notices.places": "To write notices",
    "notices.get": "To see a notice of the office",
    "notices.read": "To read a notice of the office",
    "notices.answers": "To see who has read a notice",
    "notices.people": "To see who has read a notice",
    "notices.preview": "To see whom a notice would reach",
    "notices.previewPeople": "To see whom a notice would reach",
    "notices.add": "To write a notice",
    "notices.edit": "To change a notice",
    "notices.publish": "To publish a notice",
    "notices.callOff": "To call a scheduled notice off",
    "notices.change": "To change a notice",
    "notices.takeBack": "To take a notice back",
    "notices.withdraw": "To withdraw a notice",
    "notices.remind": "To send reminders of a notice",
    "notices.settle": "To decide about emails of a notice",
    "notices.remove": "To delete a notice",
    "notices.mayAddFile": "To add a file to a notice",
    "notices.addFile": "To add a file to a notice",
    "notices.removeFile": "To remove a file from a notice",
  },
} satisfies Feature;
