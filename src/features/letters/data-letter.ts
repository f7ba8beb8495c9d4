import "server-only";
import { shownDateHere } from "@/content/institute";
import { placeName } from "@/lib/place-name";
import { named } from "@/lib/script-language";
import { endOfCode } from "@/server/access-codes/make";
import { typeset } from "@/server/documents/compile";
import { letterhead, logoOf } from "@/server/documents/letterhead";
import { readLogo } from "@/server/institute/pictures";
import { addressOf } from "@/server/mail/email";
import type { Family } from "@/server/roster/families";
import { joinAddress } from "./data";
import { copy, say } from "./messages";
import { capitalised, laterWords, placeLine, receiversOf } from "./rules";
import type { LettersTaskInput } from "./schema";

/** Typesets a letter for each family, with the recipients' codes in order. */
export async function typesetLetters(title: string, families: Family[], codes: string[], now: Date) {
  // Reads the published content, which the letterhead shows.
  const logo = logoOf(await readLogo("print"));
  const head = letterhead(now);
  const left = [...codes];
  const letters = families.map((family) => ({
    student: named(family.name),
    place: placeLine(family),
    codes: receiversOf(family).map((receiver) => {
      const code = left.shift() ?? "";
      return {
        name: named(receiver.name),
        role: receiver.relation === null ? copy.student : capitalised(receiver.relation),
        code,
        later: laterWords(receiver),
        qr: addressOf(`/join#${code}`),
        alt: copy.codeAlt(receiver.name),
      };
    }),
  }));
  const data = {
    title,
    institute: { ...head.institute, ...(logo && { logo }) },
    date: head.date,
    words: {
      code: copy.code,
      family: copy.family,
      heading: copy.heading,
      lead: [copy.lead],
      steps: [copy.scan(joinAddress()), copy.check, copy.after],
      foot: [copy.until(shownDateHere(endOfCode("join", now))), copy.ask(head.phone, head.hours)],
    },
    letters,
  };
  return (await typeset("letter", data, now)).bytes;
}

export const taskWords = (of: LettersTaskInput) =>
  "students" in of ? say("manyTask", of.students.length) : say("task", placeName(of.className, of.section));
