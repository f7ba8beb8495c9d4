import "server-only";
import { z } from "zod";
import { impersonal, internal } from "@/server/privacy/inventory";
import { mountOf } from "@/server/rest/call";
import type { Feature } from "../feature";
import { removeFile, sweepUploads } from "./mutations";
import { writeDownloads } from "./mutations-downloads";
import { startMaterials } from "./mutations-start";
import { materialsRest } from "./rest";
import { materialsRouter } from "./router";
import { actions } from "./rules";

const hour = 60 * 60 * 1000;

export const materials = {
  models: {
    Material: {
      whose: "none: published by the institute",
      purpose: "to teach",
      retention: "until the staff delete it",
      fields: {
        ...impersonal("key", "id", "fileKey"),
        ...impersonal("public", "className", "subject", "materialName", "fileName", "fileKind", "fileSize"),
        ...impersonal("public", "uploadedAt", "expiresAt"),
        ...impersonal("technical", "fileHash", "availableFrom", "tellClass", "tellSections"),
        ...internal("key", "is in the trail", "uploadedById"),
      },
    },
    MaterialDownload: {
      whose: "none: how often, not by whom",
      purpose: "to know which materials are used",
      retention: "as long as the material",
      fields: { ...impersonal("key", "materialId"), ...impersonal("technical", "day", "count") },
    },
  },
  router: materialsRouter,
  rest: mountOf(materialsRest),
  restTag: { name: "Study materials", description: "Files by class and subject." },
  publicLists: [
    {
      tags: ["materials"],
      procedures: ["materials.list", "materials.classes", "materials.subjects"],
      paths: ["/materials"],
    },
  ],
  duties: [{ words: "Materials", area: "teaching", right: actions.manage }],
  audit: {
    "material-added": { words: "Study material published", icon: "FileUp", about: "material" },
    "material-edited": { words: "Study material changed", icon: "PencilLine", about: "material" },
    "material-replaced": { words: "File of a study material replaced", icon: "FileUp", about: "material" },
    "material-started": { words: "Study material became available", icon: "FileUp", about: "material" },
    "material-removed": { words: "Study material deleted", icon: "Trash2", about: "material" },
  },
  calls: {
    "materials.mayAdd": "To publish study material",
    "materials.check": "To publish study material",
    "materials.add": "To publish study material",
    "materials.get": "To see study material",
    "materials.edit": "To change study material",
    "materials.checkFile": "To replace the file of a study material",
    "materials.replace": "To replace the file of a study material",
    "materials.extendMany": "To extend study material",
    "materials.removeMany": "To delete study material",
    "materials.remove": "To delete study material",
  },
  tasks: {
    /** Deletes the file of a removed material. */
    removeFile: async (payload) => removeFile(z.object({ key: z.string() }).parse(payload).key),
    /** Publishes materials that are due. */
    startMaterials: () => startMaterials(new Date()),
    /** Discards uploads that have made no progress for an hour. */
    sweepUploads: async () => void (await sweepUploads(new Date(Date.now() - hour))),
  },
  crontab: ["* * * * * startMaterials", "7 * * * * sweepUploads"],
  atStop: () => writeDownloads(),
} satisfies Feature;
