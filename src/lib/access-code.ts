import { plainDigits } from "./phones";

/** The 32 characters of a code, without I, L, O and U, which are easily confused. */
export const codeLetters = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** A code as it is shown, printed and emailed: `K7Q2M-9XMDT`. */
export function shownCode(code: string): string {
  return `${code.slice(0, 5)}-${code.slice(5)}`;
}

/** Normalizes a typed code: letter case and confusable characters do not matter. Null if it cannot be a code. */
export function readCode(text: string): string | null {
  const typed = plainDigits(text)
    .toUpperCase()
    .replace(/[\s\p{Pd}]/gu, "");
  const code = typed.replace(/O/g, "0").replace(/[IL]/g, "1");
  return code.length === 10 && [...code].every((letter) => codeLetters.includes(letter)) ? code : null;
}
