import { say } from "./messages";
import { screens } from "./messages-screens";

const { earlierYear: notFound, earlierYearHint: notFoundHint, back } = screens;
const ofEarlierYear = { notFound, notFoundHint, back };

/** The words instead of an exam that was refused: one of an earlier year is there, and kept by the office. */
export const wordsInstead = (refusal: unknown) =>
  refusal instanceof Error && refusal.message === say("earlierYear") ? ofEarlierYear : screens;
