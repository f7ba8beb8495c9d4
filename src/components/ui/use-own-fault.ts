import { useState } from "react";

/** The error to show in a dialog. An error from before the dialog was opened is hidden until the work starts again. */
export function useOwnFault(error: string | undefined): string | undefined {
  const [earlier, setEarlier] = useState(error);
  if (error === undefined && earlier !== undefined) setEarlier(undefined);
  return error === earlier ? undefined : error;
}
