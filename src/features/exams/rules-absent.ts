import { say } from "./messages";
import { screens } from "./messages-screens";

const { earlierYear: notFound, earlierYearHint: notFoundHint, back } = screens;
const ofEarlierYear = { notFound, notFoundHint, back };

/** The texts in place of an exam that was refused: one of an earlier year exists, but only the office keeps it. */
export const wordsInstead = (refusal: unknown) =>
  refusal instanceof Error && refusal.message === say("earlierYear") ? ofEarlierYear : screens;
