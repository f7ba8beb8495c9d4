import { catalogue } from "@/lib/catalogue";

/** The messages of the materials room (spec §2, §5, §8). */
export const copy = {
  title: "Study Materials",
  searchPlaceholder: "Search materials...",
  allClasses: "All Classes",
  subjects: "Subject",
  allSubjects: "All subjects",
  isNew: "New",
  startsOn: (day: string) => `From ${day}`,
  uploadedBy: "Uploaded by",
  formerColleague: "a former colleague",
  download: "Download",
  empty: "No materials found",
  emptyWhenFiltering: "Try adjusting your search or filter criteria",
  emptyOtherwise: "No study materials available at the moment",
  loadFailed: "Failed to load materials. Please try again later.",
  deleteFailed: "Failed to delete material. Try again.",
  fileRequired: "Please select a file!",
  expiryRequired: "Please select expiry date & time OR mark Always Available.",
  expiryUnreadable: "The expiry must be a date or a time such as 2026-12-31 or 2026-12-31T17:00.",
  startUnreadable: "The start must be a date or a time such as 2026-12-31 or 2026-12-31T17:00.",
  expiryBeforeStart: "The expiry must come after the start.",
  expiryPassed: "The expiry must be in the future.",
  badFileName: "The file's name can have 255 characters at most. Please rename the file.",
  badFile: "This file cannot be read. Please select another file.",
  badIncludeExpired: "includeExpired must be true or false.",
  materialName: "Material Name",
  fileName: "The file's name",
  fileType: "The file's type",
  fileKind: "Only .pdf, .doc and .docx files can be uploaded. Please select another file.",
  fileEmpty: "This file is empty. Please select another file.",
  fileTooLarge: (megabytes: number) => `This file is larger than ${megabytes} MB. Please select a smaller file.`,
  uploaded: "Study material uploaded successfully ✅",
  removed: "Study material deleted.",
  showMore: "Show more",
  showNext: (count: number) => `Show ${count} more`,
  backToFirst: "Back to the first page",
  notFound: "This study material does not exist or was deleted.",
  expired: "This study material is no longer available.",
} as const;

/** `Showing N resource(s)`, with the class and the search text of the filter (spec §2). */
export function countLine(
  count: string,
  filter: Partial<Record<"className" | "subject" | "q", string | undefined>>,
): string {
  const forClass = filter.className ? ` for Class ${filter.className}` : "";
  const inSubject = filter.subject ? ` in ${filter.subject}` : "";
  const matching = filter.q ? ` matching "${filter.q}"` : "";
  return `Showing ${count} resource(s)${forClass}${inSubject}${matching}`;
}

/** Creates a message of this room's errors. */
export const say = catalogue("materials", copy);
