import { takeFocus } from "../ui/take-focus";

/** "Clear all" goes with the filters; the focus goes to where they are set, which opens no keyboard on a phone. */
export const focusFilters = () => takeFocus(document.querySelector("search") ?? document.getElementById("content"));
