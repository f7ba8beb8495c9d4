import { useState } from "react";

/** The error of a question. One that is there as the question opens is that of an earlier one, until work begins anew. */
export function useOwnFault(error: string | undefined): string | undefined {
  const [earlier, setEarlier] = useState(error);
  if (error === undefined && earlier !== undefined) setEarlier(undefined);
  return error === earlier ? undefined : error;
}
