import { useDrawing } from "./page-refresh";

/** Tells whether the page is about to be read once more, so that what it has now may be older than the last change. */
export function useIsReadAgain(): () => boolean {
  const drawing = useDrawing();
  return () => drawing?.current?.isAskedAgain === true;
}
