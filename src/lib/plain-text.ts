/** Control characters, lone surrogates and bidirectional overrides: no stored line has them. */
export const control = /[\p{Cc}\p{Surrogate}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;

// Copied from documents and websites by accident: with them, names that look alike would differ, and an empty name would pass.
const unseen = /[\u00ad\u200b\u2060\u3164\ufeff]/g;

/** The text without invisible characters and spaces around it. */
export const withoutUnseen = (text: string) => text.replaceAll(unseen, "").trim();

const directions = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** A number, an address, a search or a file name without the marks of direction that phones and documents add when they are copied. */
export const withoutDirections = (text: string) => text.replaceAll(directions, "");

const breaks = /[\t\n\r\u2028\u2029]+/g;
const controls = new RegExp(control, "gu");

/** The text as one line that can be stored: line breaks become spaces, other control characters are removed. */
export const oneLine = (text: string) =>
  withoutUnseen(text.replaceAll(breaks, " ").replaceAll(controls, "")).normalize("NFC");
