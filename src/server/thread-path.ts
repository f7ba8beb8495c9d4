import "server-only";
import { resolve } from "@/server/builtins";
import { processState } from "@/server/process-state";

/** The running build, relative to the checkout; set by `src/main/serve.mjs`. */
const shared = processState<{ lyceumBuild?: string }>();

/**
 * Path of a thread of the product. A build has its own copy, since the sources may be of a later version by the time the
 * thread starts (decision 38).
 */
export function threadPath(path: string): string {
  return resolve(shared.lyceumBuild ?? "", path);
}
