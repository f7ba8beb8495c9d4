import { withoutDirections } from "./plain-text";

/** A chosen file under the name that is checked, stored and shown: without marks of direction (decision 386). */
export function withPlainName(file: File): File {
  const { type, lastModified } = file;
  const name = withoutDirections(file.name);
  return name === file.name ? file : new File([file], name, { type, lastModified });
}
