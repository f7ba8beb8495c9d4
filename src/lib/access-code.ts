import { plainDigits } from "./phones";

/** The 32 characters of a code: no I, L, O or U, which are taken for others. */
export const codeLetters = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** A code as it is shown, printed and mailed: `K7Q2M-9XMDT`. */
export function shownCode(code: string): string {
  return `${code.slice(0, 5)}-${code.slice(5)}`;
}

/** The code in what somebody typed, in letters of any size and with what is easily confused; null if it cannot be one. */
export function readCode(text: string): string | null {
  const typed = plainDigits(text)
    .toUpperCase()
    .replace(/[\s\p{Pd}]/gu, "");
  const code = typed.replace(/O/g, "0").replace(/[IL]/g, "1");
  return code.length === 10 && [...code].every((letter) => codeLetters.includes(letter)) ? code : null;
}
