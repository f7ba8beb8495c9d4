import { z } from "zod";
import type { Label } from "./catalogue";
import { say } from "./messages";
import { plainDigits } from "./phones";

/**
 * A typed number: an empty field means none, and digits may be of any script. Some keypads have a comma instead of a point, but
 * a comma before three digits may separate thousands.
 */
export function typedNumber(value: unknown): unknown {
  if (typeof value !== "string") return value;
  const plain = plainDigits(value)
    .trim()
    .replace(/[,\u066b\u060c](?=\d{1,2}$)/, ".");
  // `Number("")` would be 0.
  return plain === "" ? null : Number(plain);
}

const rounded = (value: number) => Math.round(value * 100) / 100;
const isHundredths = (value: number) => Math.abs(value - rounded(value)) < 1e-8;

/** A number with two decimals at most. A computed one such as 0.1 + 0.2 has more digits than intended, and is rounded. */
export const decimalField = (label: Label, least: number, most: number) =>
  z
    .number(say("mustBeNumber", label))
    .min(least, say("tooSmall", label, least))
    .max(most, say("tooLarge", label, most))
    .refine(isHundredths, say("tooExact", label))
    .overwrite(rounded);
