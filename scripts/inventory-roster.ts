// The part of `inventory.ts` about the roster.
import { daysInWords, kept } from "../src/content/retention";
import { entries, impersonal, internal, type Models, own } from "../src/server/privacy/inventory";

const link = "joins rows";
const byOffice = "names a person of the office";
const copied = "a copy of what the export has";
const byTrigger = "a trigger empties it with the person";
const onRoster = "as long as the person is on the roster";

/** Models of the people on the roster. */
export const roster = {
  Student: {
    whose: "students",
    purpose: "to know who is a student of the institute",
    retention: onRoster,
    fields: {
      ...internal("key", link, "userId"),
      ...own("identity", "admissionNo", "bornOn"),
      ...own("education", "leftOn", "leftReason"),
      ...own("usage", "origin", "linksByOfficeOnly"),
      ...internal("technical", "counts changes", "rowVersion"),
    },
  },
  FormerId: {
    whose: "students and guardians who were entered twice",
    purpose: "to erase a person under each id that backups hold",
    retention: onRoster,
    fields: internal("key", link, "id", "userId"),
  },
  PersonName: {
    whose: "students and guardians",
    purpose: "to know a person by an earlier name",
    retention: onRoster,
    fields: {
      ...internal("key", link, "id", "userId"),
      ...own("identity", "name"),
      ...own("usage", "untilAt"),
      ...internal("key", byOffice, "changedById"),
    },
  },
  PersonChange: {
    whose: "students",
    purpose: "to know what the office changed, the former values and why",
    retention: onRoster,
    fields: {
      ...internal("key", link, "id", "userId", "eventId"),
      ...own("identity", "field", "before", "after"),
      ...own("usage", "at", "action", "reason"),
      ...internal("key", byOffice, "changedById"),
    },
  },
  Guardianship: {
    whose: "students and their guardians",
    purpose: "to know whom to tell, and who may see a student's results",
    retention: `as long as it lasts; ${daysInWords(kept.endedLinks)} after its end`,
    fields: {
      ...internal("key", link, "id", "guardianId", "studentId"),
      ...own("identity", "relation"),
      ...own("usage", "seesResults", "getsMails", "contactOrder", "origin", "createdAt", "endedAt"),
      ...internal("key", byOffice, "createdById", "endedById"),
      ...internal("usage", "may speak of another person", "endReason", "endedQuietly"),
      ...internal("technical", "counts changes of the sight of results", "sightChanges"),
    },
  },
  Consent: {
    whose: "students and their guardians",
    purpose: "to know that a guardian agreed to the data kept about a student under 18",
    retention: onRoster,
    fields: {
      ...internal("key", link, "id", "studentId", "guardianId"),
      ...own("consent", "givenName", "how", "version", "givenAt", "withdrawnAt"),
      ...internal("key", byOffice, "notedById"),
    },
  },
  Enrolment: {
    whose: "students",
    purpose: "to know the class of a student",
    retention: onRoster,
    fields: {
      ...internal("key", link, "id", "studentId", "schoolYearId", "batchId"),
      ...own("education", "className", "section", "rollNo", "fromDay", "toDay", "endReason"),
      ...internal("technical", "counts changes", "rowVersion"),
    },
  },
  Batch: {
    whose: "nobody: work on many rows",
    purpose: "to undo a promotion or an import",
    retention: `${daysInWords(kept.batches)}; one that was never carried out ${daysInWords(kept.unfinishedImports)}`,
    fields: {
      ...impersonal("key", "id"),
      ...impersonal("technical", "kind", "state", "fileName", "fileHash", "mapping", "counts"),
      ...impersonal("technical", "createdAt", "appliedAt", "undoneAt"),
      ...internal("key", "names a person of the office", "createdById", "undoneById"),
    },
  },
  BatchRow: {
    whose: "students and their guardians",
    purpose: "to undo a promotion or an import, row by row",
    retention: `what it says about a person ${daysInWords(kept.undo)}; the rest ${daysInWords(kept.batches)}`,
    fields: {
      ...impersonal("key", "batchId"),
      ...impersonal("technical", "rowNo", "state", "seenVersion"),
      ...entries({ class: "key", export: link, erase: byTrigger }, "subjectId", "guardianIds"),
      ...entries({ class: "education", export: copied, erase: byTrigger }, "raw", "before", "faults"),
    },
  },
} satisfies Models;
