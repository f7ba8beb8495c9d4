import { catalogue } from "@/lib/catalogue";

/** The sentences of the settings. */
export const copy = {
  title: "Settings",
  lead: "What holds for the whole institute. Every change is in the activity, with who made it.",
  clockTitle: "Clock",
  clock: "How times are written",
  clockHint: "On every page, for everyone. Tables for spreadsheets keep 24 hours.",
  clocks: { "24": "24 hours, 14:05", "12": "12 hours, 2:05 pm" },
  save: "Save clock",
  saving: "Saving...",
  saved: "Saved.",
  failed: "This could not be saved. Please try again.",

  daysTwice: "Each day can be named once.",
  closesTooEarly: "The closing time must come after the opening time.",
  badTime: "This must be a time like 09:30.",
  season: "The season",
} as const;

/** Makes a message of the errors of this room. */
export const say = catalogue("settings", copy);
