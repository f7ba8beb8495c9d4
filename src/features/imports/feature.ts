import "server-only";
import { z } from "zod";
import { kept } from "@/content/retention";
import { removeUnfinishedBatches } from "@/server/batches/batches";
import { mountOf } from "@/server/rest/call";
import type { Feature } from "../feature";
import { importTasks } from "./mutations-tasks";
import { removeAddedGuardians } from "./mutations-undo";
import { importsRest } from "./rest";
import { importsRouter } from "./router";
import { actions } from "./rules";

export const imports = {
  router: importsRouter,
  rest: mountOf(importsRest),
  backgroundTasks: importTasks,
  duties: [{ words: "Import of students", area: "institute", right: actions.manage }],
  audit: {
    "students-imported": { words: "Students imported", icon: "FileUp", counted: "student" },
    "import-undone": { words: "Import undone", icon: "History", counted: "student" },
    "import-discarded": { words: "Import thrown away", icon: "Trash2" },
  },
  calls: {
    "imports.list": "To see the imports",
    "imports.get": "To see an import",
    "imports.rows": "To see the rows of an import",
    "imports.mayAdd": "To import students",
    "imports.add": "To import students",
    "imports.check": "To import students",
    "imports.carryOut": "To import students",
    "imports.undo": "To undo an import",
    "imports.remove": "To discard an import",
    "imports.refused": "To save the refused rows of an import",
    "imports.template": "To save the template of an import",
  },
  tasks: {
    removeAddedGuardians: async (payload) => removeAddedGuardians(z.object({ id: z.uuid() }).parse(payload).id),
  },
  retention: { name: "unfinishedImports", days: kept.unfinishedImports, purge: removeUnfinishedBatches },
} satisfies Feature;
