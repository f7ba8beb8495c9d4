import "server-only";
import { sweepPictures } from "@/server/institute/pictures";
import { impersonal, internal } from "@/server/privacy/inventory";
import { mountOf } from "@/server/rest/call";
import type { Feature } from "../feature";
import { adoptLogo } from "./mutations-pictures";
import { instituteRest } from "./rest";
import { instituteRouter } from "./router";
import { actions } from "./rules";
import { sectionForms } from "./rules-fields";

const titleOfSection = new Map(Object.entries(sectionForms).map(([section, { title }]) => [section, title]));

const day = 24 * 60 * 60 * 1000;

export const institute = {
  models: {
    InstituteVersion: {
      whose: "the administrator who wrote or published it",
      purpose: "to show what the institute says of itself",
      retention: "the latest twenty",
      fields: {
        ...impersonal("key", "id"),
        ...impersonal("public", "content", "publishedAt"),
        ...impersonal("technical", "state", "rowVersion", "createdAt"),
        ...internal("key", "is in the trail", "createdById", "publishedById"),
      },
    },
    InstitutePicture: {
      whose: "the administrator who added it, and who is in it",
      purpose: "to show the institute on its site",
      retention: "until no version of the site names it",
      fields: {
        ...impersonal("key", "id"),
        ...impersonal("public", "kind", "hash", "width", "height"),
        ...impersonal("technical", "createdAt"),
        ...internal("key", "is in the trail", "createdById"),
      },
    },
    InstitutePictureFile: {
      whose: "who is in the picture",
      purpose: "to show a picture of the site in a size that fits",
      retention: "as long as the picture",
      fields: { ...impersonal("key", "pictureId", "uploadKey"), ...impersonal("public", "name") },
    },
    Logo: {
      whose: "the administrator who changed it",
      purpose: "the logo of letters in earlier versions of the product, which the site takes over",
      retention: "until the start after an upgrade",
      fields: {
        ...impersonal("key", "place"),
        ...impersonal("public", "bytes", "type", "width", "height"),
        ...impersonal("technical", "changedAt"),
        ...internal("key", "is in the trail", "changedById"),
      },
    },
  },
  router: instituteRouter,
  rest: mountOf(instituteRest),
  restTag: { name: "Site", description: "The institute's own site." },
  tasks: {
    /** At the start, imports the logo that an earlier version of the product stored. */
    adoptLogo,
    /** Deletes pictures that no version of the site names. */
    sweepPictures: async () => void (await sweepPictures(new Date(Date.now() - day))),
  },
  crontab: ["41 * * * * sweepPictures"],
  duties: [{ words: "The institute's own site", area: "institute", right: actions.edit }],
  audit: {
    "institute-edited": {
      words: "Draft of the site changed",
      icon: "PencilLine",
      about: "detail",
      values: { section: (value) => titleOfSection.get(String(value)) ?? String(value) },
    },
    "institute-published": { words: "Site published", icon: "Megaphone" },
    "institute-draft-discarded": { words: "Draft of the site thrown away", icon: "Trash2" },
    "institute-brought-back": { words: "Earlier version of the site brought back", icon: "History" },
  },
  calls: {
    "institute.takeBack": "To change the draft of the site",
    "institute.mayAddPicture": "To add a picture to the site",
    "institute.addPicture": "To add a picture to the site",
    "institute.picture": "To see a picture of the site",
    "institute.get": "To see the texts of the site",
    "institute.save": "To change the draft of the site",
    "institute.publish": "To publish the site",
    "institute.discard": "To discard the draft of the site",
    "institute.bringBack": "To bring back an earlier version of the site",
  },
} satisfies Feature;
