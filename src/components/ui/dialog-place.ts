/** Where dialogs are placed: inside the office, to have its look, else in the body. Only a browser has a place. */
export function dialogPlace(): HTMLElement | null {
  return typeof document === "undefined" ? null : document.querySelector<HTMLElement>("[data-office]");
}
