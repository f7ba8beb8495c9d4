/** The sentences of the schedules room (spec §2, §8). */
export const copy = {
  notFound: "This test schedule does not exist or was deleted.",
} as const;
