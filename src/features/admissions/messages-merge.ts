import { catalogue } from "@/lib/catalogue";

const sentences = {
  mergesOpen: "Only open applications can be merged.",
  mergesFurther: (state: string) =>
    `The later application is in “${state}”, which its family knows. Move the earlier one there first.`,
  hasMerged: "An application was merged into this one already. Please undo that first.",
  wasEnrolled: "The child is enrolled, so the merge cannot be undone.",
  familyMoved: (state: string) =>
    `A parent has set the merged application to “${state}”. Ask both families, move it to another state, and then undo the merge.`,
  notMerged: "This application was not merged, or its merge was undone.",
  mergedLongAgo: "A merge can be undone for a day. This one is older.",
} as const;

export const say = catalogue("admissionsMerge", sentences);
