/** Whether the value of a control differs from the one it was rendered with. */
export function isTouched(control: Element): boolean {
  if (control instanceof HTMLInputElement) {
    const isTicked = control.type === "checkbox" || control.type === "radio";
    return isTicked ? control.checked !== control.defaultChecked : control.value !== control.defaultValue;
  }
  if (control instanceof HTMLSelectElement) {
    const first = [...control.options].find(({ defaultSelected }) => defaultSelected) ?? control.options[0];
    return first?.selected === false;
  }
  return control instanceof HTMLTextAreaElement && control.value !== control.defaultValue;
}
