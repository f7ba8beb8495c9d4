// The fonts of printed documents: Noto Sans for Latin, Greek, Cyrillic and the scripts of India, Amiri for Arabic. The
// Arabic Noto fonts compose letters of parts, from which PDF readers cannot extract the text. All are under the Open Font
// License and are embedded into the documents.
const folder = "@expo-google-fonts";
const scripts = ["Bengali", "Gujarati", "Gurmukhi", "Kannada", "Malayalam", "Tamil", "Telugu"];

/** @param {string} weight */
const filesOf = (weight) => [
  `${folder}/noto-sans/${weight}/NotoSans_${weight}.ttf`,
  `${folder}/amiri/${weight}/Amiri_${weight}.ttf`,
  ...scripts.map((script) => `${folder}/noto-sans-${script.toLowerCase()}/${weight}/NotoSans${script}_${weight}.ttf`),
];

/** Regular first: the bold font contains no further characters. */
export const fontFiles = [...filesOf("400Regular"), ...filesOf("700Bold")];
