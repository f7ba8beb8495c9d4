import "server-only";
import { impersonal, internal } from "@/server/privacy/inventory";
import type { Feature } from "../feature";
import { settingsRouter } from "./router";
import { actions, settingInWords } from "./rules";

export const settings = {
  models: {
    Setting: {
      whose: "the administrator who changed it",
      purpose: "to keep what the office has set for the whole institute",
      retention: "until it is changed",
      fields: {
        ...impersonal("key", "key"),
        ...impersonal("technical", "value", "changedAt"),
        ...internal("key", "is in the trail", "changedById"),
      },
    },
  },
  router: settingsRouter,
  duties: [{ words: "Settings", area: "institute", right: actions.manage }],
  audit: {
    "logo-changed": { words: "Logo of letters changed", icon: "Image" },
    "logo-removed": { words: "Logo of letters removed", icon: "Image" },
    "setting-changed": {
      words: "Setting changed",
      icon: "Settings",
      about: "detail",
      values: { before: settingInWords, after: settingInWords },
    },
  },
  calls: {
    "settings.get": "To read the settings",
    "settings.change": "To change a setting",
  },
} satisfies Feature;
