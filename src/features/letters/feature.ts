import "server-only";
import { taskKind } from "@/server/tasks/tasks";
import type { Feature } from "../feature";
import { taskWords } from "./data-letter";
import { printMany } from "./mutations";
import { lettersRouter } from "./router";
import { actions } from "./rules";
import { lettersTaskInput } from "./schema";

export const letters = {
  router: lettersRouter,
  duties: [{ words: "Letters", area: "people", right: actions.print }],
  audit: {
    "letter-printed": { words: "Letter with codes printed", icon: "Mail" },
    "letters-printed": { words: "Letters printed", icon: "Mail", counted: "letter" },
  },
  calls: {
    "letters.preview": "To print a letter",
    "letters.print": "To print a letter",
    "letters.previewClass": "To print the letters of a class",
    "letters.printClass": "To print the letters of a class",
    "letters.previewMany": "To print letters",
    "letters.printMany": "To print letters",
  },
  backgroundTasks: {
    classLetters: taskKind(lettersTaskInput, { right: actions.print, words: taskWords, run: printMany }),
  },
} satisfies Feature;
