/** Dialogs are rendered in the body, outside the office: in the office, this attribute gives them its compact look. */
export function officeLook() {
  const isOffice = typeof document !== "undefined" && document.querySelector("[data-office]") !== null;
  return { "data-office": isOffice || undefined };
}
