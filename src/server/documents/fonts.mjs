// The typefaces of printed documents: Noto Sans for Latin, Greek, Cyrillic and the scripts of India, Amiri for Arabic. Of the
// Arabic ones that were tried, those of Noto build letters of parts, which a reader cannot put together again. All are under the
// Open Font License and embedded into what is printed.
const folder = "@expo-google-fonts";
const scripts = ["Bengali", "Gujarati", "Gurmukhi", "Kannada", "Malayalam", "Tamil", "Telugu"];

/** @param {string} weight */
const filesOf = (weight) => [
  `${folder}/noto-sans/${weight}/NotoSans_${weight}.ttf`,
  `${folder}/amiri/${weight}/Amiri_${weight}.ttf`,
  ...scripts.map((script) => `${folder}/noto-sans-${script.toLowerCase()}/${weight}/NotoSans${script}_${weight}.ttf`),
];

/** Regular first: what it lacks, the bold one lacks, too. */
export const fontFiles = [...filesOf("400Regular"), ...filesOf("700Bold")];
