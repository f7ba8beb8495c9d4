import { takeFocus } from "../ui/take-focus";

/** "Clear all" disappears with the filters, so the focus goes to the filter bar itself, which opens no keyboard on a phone. */
export const focusFilters = () => takeFocus(document.querySelector("search") ?? document.getElementById("content"));
