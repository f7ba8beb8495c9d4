import "server-only";
import { impersonal } from "@/server/privacy/inventory";
import { mountOf } from "@/server/rest/call";
import type { Feature } from "../feature";
import { subjectsRest } from "./rest";
import { subjectsRouter } from "./router";
import { actions } from "./rules";

export const subjects = {
  models: {
    Subject: {
      whose: "nobody",
      purpose: "to name each subject in one way",
      retention: "permanently",
      fields: {
        ...impersonal("key", "id"),
        ...impersonal("public", "name"),
        ...impersonal("technical", "key", "retiredAt"),
      },
    },
    SubjectSpelling: {
      whose: "nobody",
      purpose: "to recognise a subject in its other spellings",
      retention: "as long as its subject",
      fields: { ...impersonal("public", "key"), ...impersonal("key", "subjectId") },
    },
  },
  router: subjectsRouter,
  rest: mountOf(subjectsRest),
  restTag: { name: "Subjects", description: "The subjects that are taught, with their other spellings." },
  duties: [{ words: "Subjects", area: "teaching", right: actions.manage }],
  audit: {
    "subject-added": { words: "Subject added", icon: "LibraryBig", about: "detail" },
    "subject-changed": { words: "Subject changed", icon: "PencilLine", about: "detail" },
    "subject-retired": { words: "Subject retired", icon: "LibraryBig", about: "detail" },
    "subject-restored": { words: "Subject taken back into the list", icon: "LibraryBig", about: "detail" },
  },
  calls: {
    "subjects.list": "To read the list of subjects",
    "subjects.names": "To read the list of subjects",
    "subjects.add": "To add a subject",
    "subjects.edit": "To change a subject",
    "subjects.retire": "To retire a subject",
  },
} satisfies Feature;
