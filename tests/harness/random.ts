import fc from "fast-check";
import { runs } from "./runs";

fc.configureGlobal({ numRuns: runs });

/** fast-check with `FC_RUNS` cases per property. */
export { fc };
