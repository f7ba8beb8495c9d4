import { useState } from "react";

/** The error to show in a dialog. One from before the dialog opened is hidden until the work starts again. */
export function useOwnFault(error: string | undefined): string | undefined {
  const [earlier, setEarlier] = useState(error);
  if (error === undefined && earlier !== undefined) setEarlier(undefined);
  return error === earlier ? undefined : error;
}
