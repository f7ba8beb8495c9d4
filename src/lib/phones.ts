/** How numbers are dialled in a country: its code, and how many digits a number there has. */
export type Dialling = { code: string; digits: number };

const zeros = [0x30, 0x660, 0x6f0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66];

/** The same text with the digits of other scripts as 0 to 9. */
export function plainDigits(text: string): string {
  return text.normalize("NFKC").replace(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    const zero = zeros.find((first) => code >= first && code < first + 10);
    return zero === undefined ? digit : String(code - zero);
  });
}

/** A typed telephone number as E.164; without a country code that of the institute's country. Null if it is none. */
export function phoneOf(text: string, { code, digits }: Dialling): string | null {
  const plain = plainDigits(text).replace(/[\s().\u2010-\u2015/-]/g, "");
  if (!/^\+?\d{6,18}$/.test(plain)) return null;
  const number = plain.replace(/^00/, "+");
  const local = number.replace(/^0/, "");
  const dialled = number.startsWith("+")
    ? number
    : local.length === digits
      ? `+${code}${local}`
      : number.startsWith(code) && number.length === code.length + digits
        ? `+${number}`
        : "";
  const known = dialled.startsWith(`+${code}`) ? dialled.length === code.length + digits + 1 : true;
  return known && /^\+[1-9]\d{6,14}$/.test(dialled) ? dialled : null;
}
