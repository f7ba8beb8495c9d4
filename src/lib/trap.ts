/** A field of the public forms that people neither see nor reach: what fills it in is a program that fills in everything. */
export const trapName = "website";
