import "server-only";
import { kept } from "@/content/retention";
import { forgetBatchRows, removeBatchesBefore } from "@/server/batches/batches";
import { mountOf } from "@/server/rest/call";
import type { Feature } from "../feature";
import { enrolmentsRest } from "./rest";
import { promotionRest } from "./rest-promotion";
import { enrolmentsRouter } from "./router";
import { actions } from "./rules";

export const enrolments = {
  router: enrolmentsRouter,
  rest: mountOf(enrolmentsRest.route("/", promotionRest)),
  duties: [{ words: "Classes and promotion", area: "people", right: actions.manage }],
  audit: {
    "student-enrolled": { words: "Student put into a class", icon: "GraduationCap" },
    "student-moved": { words: "Student moved to another class", icon: "GraduationCap" },
    "student-ended": { words: "Student left", icon: "UserMinus" },
    "student-returned": { words: "Student came back", icon: "UserPlus" },
    "enrolment-changed": { words: "Section or roll number changed", icon: "PencilLine" },
    "students-placed": { words: "Put into a class with others", icon: "GraduationCap", counted: "student" },
    "students-ended": { words: "Left with others", icon: "UserMinus", counted: "student" },
    "classes-confirmed": { words: "Classes confirmed", icon: "GraduationCap", counted: "student" },
    "class-promoted": { words: "Class promoted", icon: "GraduationCap", counted: "student" },
    "class-numbered": { words: "Roll numbers given", icon: "PencilLine", counted: "student" },
    "promotion-undone": { words: "Promotion undone", icon: "History", counted: "student" },
  },
  calls: {
    "enrolments.list": "To see enrolments",
    "enrolments.enrol": "To put a student into a class",
    "enrolments.change": "To change a section or roll number",
    "enrolments.move": "To move a student to another class",
    "enrolments.end": "To end a student’s time at the institute",
    "enrolments.return": "To take a student back",
    "enrolments.placeMany": "To put students into a class",
    "enrolments.endMany": "To end the time of students at the institute",
    "enrolments.confirmProposed": "To confirm the classes of students",
    "enrolments.previewPromotion": "To promote a class",
    "enrolments.promote": "To promote a class",
    "enrolments.promotions": "To see the promotions",
    "enrolments.undoPromotion": "To undo a promotion",
    "enrolments.previewNumbers": "To give roll numbers",
    "enrolments.numberByName": "To give roll numbers",
  },
  retention: [
    { name: "undo", days: kept.undo, purge: forgetBatchRows },
    { name: "batches", days: kept.batches, purge: removeBatchesBefore },
  ],
} satisfies Feature;
