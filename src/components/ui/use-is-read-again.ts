import { useDrawing } from "./page-refresh";

/** Returns a function that is true while the page is about to be read again, so that its current data may be older than the last change. */
export function useIsReadAgain(): () => boolean {
  const drawing = useDrawing();
  return () => drawing?.current?.isAskedAgain === true;
}
