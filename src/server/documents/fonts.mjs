// The typefaces of printed documents: Noto Sans for Latin, Greek, Cyrillic and Devanagari, Amiri for Arabic. Of the Arabic ones
// that were tried, those of Noto build letters of parts, which a reader cannot put together again. All are under the Open Font
// License and embedded into what is printed.
const folder = "@expo-google-fonts";

/** Regular first: what it lacks, the bold one lacks, too. */
export const fontFiles = [
  `${folder}/noto-sans/400Regular/NotoSans_400Regular.ttf`,
  `${folder}/amiri/400Regular/Amiri_400Regular.ttf`,
  `${folder}/noto-sans/700Bold/NotoSans_700Bold.ttf`,
  `${folder}/amiri/700Bold/Amiri_700Bold.ttf`,
];
