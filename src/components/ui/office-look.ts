/** The attribute of a dialog, which is placed in the body, to look like the page below it: in the office as the office. */
export function officeLook() {
  const isOffice = typeof document !== "undefined" && document.querySelector("[data-office]") !== null;
  return { "data-office": isOffice || undefined };
}
