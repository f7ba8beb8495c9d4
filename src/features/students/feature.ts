import "server-only";
import { kept } from "@/content/retention";
import { mountOf } from "@/server/rest/call";
import type { Feature } from "../feature";
import { countRosterOf, exportRosterOf } from "./data-person";
import { studentMails } from "./emails";
import { eraseFormerStudents, forgetFormerGuardians, roundsANight } from "./mutations-left";
import { studentsRest } from "./rest";
import { studentsRouter } from "./router";
import { actions } from "./rules";

export const students = {
  router: studentsRouter,
  rest: mountOf(studentsRest),
  restTag: { name: "Roster", description: "Students and their classes." },
  emails: studentMails,
  emailNames: { addressChanged: "Address was changed" },
  personalData: {
    name: "roster",
    label: "Roster",
    count: ({ userId }) => countRosterOf(userId),
    list: ({ userId }) => exportRosterOf(userId),
    // An unverified account sees nothing of the student (decision 46).
    isHiddenFrom: ({ emailConfirmed, vouched }) => !emailConfirmed && !vouched,
  },
  duties: [
    { words: "Students", area: "people", right: actions.manage },
    { words: "Students of a class, to read", area: "people", right: actions.readTaught },
  ],
  audit: {
    "student-added": { words: "Student added", icon: "UserPlus" },
    "student-edited": {
      words: "Student edited",
      icon: "PencilLine",
      values: { fields: { admissionNo: "admission number", bornOn: "date of birth" } },
    },
    "student-attached": { words: "Account attached to a student", icon: "UserPlus", counted: "result" },
    "student-address-moved": { words: "Address moved to a guardian", icon: "Mail" },
    "students-exported": { words: "Roster exported", icon: "Download", counted: "student" },
  },
  calls: {
    "students.export": "To export the roster",
    "students.previewAttach": "To attach an account to a student",
    "students.attach": "To attach an account to a student",
    "students.moveAddress": "To move an address to a guardian",
    "students.matching": "To choose students",
    "students.neighbours": "To see a student’s page",
    "students.list": "To see the roster",
    "students.listTaught": "To see the students of a class",
    "students.getTaught": "To see a student of a class",
    "students.countLeft": "To set how long former students are kept",
    "students.get": "To see a student’s page",
    "students.who": "To see who a student is",
    "students.suggest": "To look for a student",
    "students.add": "To add a student",
    "students.edit": "To edit a student",
  },
  retention: [
    { name: "endedLinks", days: kept.endedLinks, purge: forgetFormerGuardians, rounds: roundsANight },
    // The office sets the number of years.
    { name: "formerStudents", days: 0, purge: eraseFormerStudents, rounds: roundsANight },
  ],
} satisfies Feature;
