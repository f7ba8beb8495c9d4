import "server-only";
import { seesResults } from "@/features/results/data-access";
import type { Message } from "@/lib/catalogue";
import { AppError } from "@/lib/errors";
import type { Principal } from "@/lib/principal";
import { readersOf } from "@/server/roster/readers";
import { getStudent, isStudent } from "@/server/roster/students";
import { findLink } from "./data";
import { say } from "./messages";
import type { ReadersView } from "./schema-readers";

/** Why the readers of a child are not shown: the link does not give access to results, or there is no link. */
async function whyClosed(studentId: string, { userId }: Principal): Promise<Message> {
  const isLinked = (await findLink(userId, studentId)) !== null;
  return isLinked ? say("closed", (await getStudent(studentId)).user.name) : say("noChild");
}

/**
 * Who may read the results of the calling student, or of a child.
 * @throws AppError NOT_FOUND for other students, FORBIDDEN
 */
export async function listReaders(studentId: string, by: Principal): Promise<ReadersView> {
  const readers = await readersOf(studentId);
  const guardians = readers.flatMap((reader) => (reader.kind === "guardian" ? [reader] : []));
  const isOwn = studentId === by.userId && (await isStudent(studentId));
  if (!isOwn && !guardians.some(({ userId }) => userId === by.userId))
    throw new AppError("NOT_FOUND", await whyClosed(studentId, by));
  // An unverified account learns nothing about the family.
  if (!seesResults(by)) throw new AppError("FORBIDDEN", say("confirmFirst"));
  return {
    guardians: guardians.map(({ userId, name, relation, since }) => ({
      name,
      relation,
      since,
      isYou: userId === by.userId,
    })),
    teachers: readers.flatMap((reader) =>
      reader.kind === "teacher"
        ? [
            {
              name: reader.name,
              subject: reader.subject,
              section: reader.taught.section,
              className: String(reader.taught.className),
            },
          ]
        : [],
    ),
    office: readers.filter(({ kind }) => kind === "office").length,
  };
}
