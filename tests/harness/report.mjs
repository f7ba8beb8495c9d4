/**
 * An event of a test run: the number of files, a finished file, or a failure.
 * @typedef {{ files: number } | { file: string; passed: number; failed: number; skipped: number; seconds: number } | { failure: string; text: string }} Event
 */

const mark = "\u001etest ";

/** Sends an event to `scripts/test.mjs`. @param {Event} event */
export function report(event) {
  process.stdout.write(`${mark}${JSON.stringify(event)}\n`);
}

/** Parses an output line of a test run; undefined if it is not an event. @param {string} line @returns {Event | undefined} */
export function eventIn(line) {
  return line.startsWith(mark) ? JSON.parse(line.slice(mark.length)) : undefined;
}

/**
 * The last line of `npm test`, whose counts `.ci/run` reads and adds up.
 * @param {{ passed: number; failed: number; skipped: number }} total
 */
export function closingLine({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}
