import type { Page } from "../feature";

export const pages = [] as const satisfies readonly Page[];
