/** The states of a notice, in their usual order. */
export const noticeStates = ["draft", "scheduled", "published", "withdrawn"] as const;

export type NoticeState = (typeof noticeStates)[number];

/** The same, with those that need a decision. */
export const noticeFilters = [...noticeStates, "held"] as const;
