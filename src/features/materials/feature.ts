import "server-only";
import { z } from "zod";
import { impersonal, internal } from "@/server/privacy/inventory";
import { mountOf } from "@/server/rest/call";
import type { Feature } from "../feature";
import { removeFile, sweepUploads } from "./mutations";
import { materialsRest } from "./rest";
import { materialsRouter } from "./router";
import { actions } from "./rules";

const hour = 60 * 60 * 1000;

export const materials = {
  models: {
    Material: {
      whose: "none: published by the institute",
      purpose: "to teach",
      retention: "until the administrator deletes it",
      fields: {
        ...impersonal("key", "id", "fileKey"),
        ...impersonal("public", "className", "subject", "materialName", "fileName", "fileKind", "fileSize"),
        ...impersonal("public", "uploadedAt", "expiresAt"),
        ...impersonal("technical", "fileHash"),
        ...internal("key", "is in the trail", "uploadedById"),
      },
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
  duties: [{ words: "Materials", right: actions.manage }],
  audit: {
    "material-added": { words: "Study material published", icon: "FileUp", about: "material" },
    "material-removed": { words: "Study material deleted", icon: "Trash2", about: "material" },
  },
  calls: {
    "materials.mayAdd": "To publish study material",
    "materials.check": "To publish study material",
    "materials.add": "To publish study material",
    "materials.remove": "To delete study material",
  },
  tasks: {
    /** Deletes the file of a removed material. */
    removeFile: async (payload) => removeFile(z.object({ key: z.string() }).parse(payload).key),
    /** Discards uploads that have made no progress for an hour. */
    sweepUploads: async () => void (await sweepUploads(new Date(Date.now() - hour))),
  },
  crontab: ["7 * * * * sweepUploads"],
} satisfies Feature;
