import "server-only";
import { yearOf } from "@/features/enrolments/data";
import { AppError } from "@/lib/errors";
import { unprintable } from "@/server/documents/coverage";
import { currentSite, hasOwnFacts } from "@/server/institute/site";
import { addressOf } from "@/server/mail/email";
import {
  type Family,
  findFamily,
  listFamilies,
  listFamiliesOf,
  listGuardiansWithoutLogin,
} from "@/server/roster/families";
import { copy, say } from "./messages";
import {
  countByLetterAlone,
  countWithoutAddress,
  isStudentLeftOut,
  laterWords,
  mostFamilies,
  mostGuardians,
  mostLetters,
  receiversOf,
} from "./rules";
import type { ClassLettersInput, ClassOfTask, LettersTaskInput } from "./schema";

/** The URL where a code is entered, as printed in letters. */
export const joinAddress = (): string => addressOf("/join").replace(/^https?:\/\//, "");

/** The address where the codes of letters are entered, and whether the letterhead shows the institute's own facts. */
const describeHead = async () => ({ address: joinAddress(), ownFacts: await hasOwnFacts() });

/** The requested year and class. @throws AppError NOT_FOUND */
export async function classOf(input: ClassLettersInput, now: Date): Promise<ClassOfTask> {
  const { _id: yearId } = await yearOf(input.year, now);
  return { yearId, className: input.class, section: input.section ?? null };
}

/** The characters of a family's letter that no font contains. */
export async function signsWithoutType(family: Family): Promise<string> {
  const { name, tagline, phone, workingDays, workingHours } = (await currentSite()).facts;
  const people = receiversOf(family).flatMap((one) => [one.name, one.relation, laterWords(one)]);
  const head = [name, tagline, phone, workingDays, workingHours];
  return (await unprintable([family.name, family.section, family.rollNo, ...people, ...head].join(""))).join(" ");
}

/** The families that get letters, and those left out. @throws AppError BAD_REQUEST for too many */
export async function sortFamilies(of: LettersTaskInput) {
  const most = mostFamilies + 1;
  const families = await ("students" in of ? listFamiliesOf(of.students, most) : listFamilies(of, most));
  const needed = families.filter((family) => !family.hasLeft && receiversOf(family).length > 0);
  if (families.length > mostFamilies || needed.length > mostLetters)
    throw new AppError("BAD_REQUEST", say("students" in of ? "tooManyChosen" : "tooMany", mostLetters));
  const signs = await Promise.all(needed.map(signsWithoutType));
  const printed = needed.filter((_, index) => signs[index] === "");
  const left = needed.flatMap(({ id, name }, index) => (signs[index] ? [{ _id: id, name, signs: signs[index] }] : []));
  return { families, printed, left };
}

export async function previewClass(input: ClassLettersInput, now: Date) {
  const { families, printed, left } = await sortFamilies(await classOf(input, now));
  return {
    ...(await describeHead()),
    students: families.length,
    withoutAddress: countByLetterAlone(families),
    letters: printed.length,
    withoutStudent: printed.filter(isStudentLeftOut).length,
    skipped: families.length - printed.length - left.length,
    unprintable: left,
  };
}

export async function previewMany(students: string[]) {
  const { families, printed, left } = await sortFamilies({ students });
  const unprintable = new Map(left.map(({ _id, signs }) => [_id, copy.noType(signs)]));
  const isPrinted = new Set(printed.map(({ id }) => id));
  const isThere = new Set(families.map(({ id }) => id));
  const gone = [...new Set(students)].filter((id) => !isThere.has(id));
  return {
    ...(await describeHead()),
    students: families.length,
    withoutAddress: countWithoutAddress(families),
    letters: printed.length,
    withoutStudent: printed.filter(isStudentLeftOut).length,
    refused: [
      ...families.flatMap(({ id, name, hasLeft }) => {
        const why = unprintable.get(id) ?? (hasLeft ? copy.hasLeft : copy.needNoCode);
        return isPrinted.has(id) ? [] : [{ studentId: id, name, why }];
      }),
      ...gone.map((studentId) => ({ studentId, name: "", why: copy.noStudent })),
    ],
  };
}

/** The family of a student, with this guardian as the recipient. @throws AppError NOT_FOUND */
export async function getFamily(studentId: string, guardianId?: string): Promise<Family> {
  const family = await findFamily(studentId, guardianId);
  if (guardianId !== undefined && family?.guardian?.id !== guardianId)
    throw new AppError("NOT_FOUND", say("noGuardian"));
  if (!family) throw new AppError("NOT_FOUND", say("noStudent"));
  return family;
}

export async function previewLetter(studentId: string) {
  const [family, found] = await Promise.all([getFamily(studentId), listGuardiansWithoutLogin([studentId])]);
  const people = receiversOf(family).map(({ name, relation }) => ({ name, relation }));
  const guardians = await Promise.all(
    found.slice(0, mostGuardians).map(async ({ id, name, relation, seesResults }) => {
      const letter = { ...family, guardian: family.guardian && { ...family.guardian, name, relation, seesResults } };
      const [leavesOutStudent, signs] = [isStudentLeftOut(letter), await signsWithoutType(letter)];
      return { _id: id, name, relation, leavesOutStudent, unprintable: signs };
    }),
  );
  return { ...(await describeHead()), people, guardians, unprintable: await signsWithoutType(family) };
}
