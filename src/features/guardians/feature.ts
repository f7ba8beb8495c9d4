import "server-only";
import type { Feature } from "../feature";
import { guardiansRouter } from "./router";

/** Guardians and their children. The links lie below the rooms: codes, imports and the roster write them too (decision 124). */
export const guardians = { router: guardiansRouter } satisfies Feature;
