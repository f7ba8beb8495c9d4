import "server-only";
import { createCaller } from "./root";

/** Calls the procedures as any visitor, for pages that are the same for everyone. */
export function publicCaller() {
  return createCaller({ principal: null });
}
