export function saveFile(name: string, type: string, text: string): void {
  saveParts(name, type, [text]);
}

/** Saves bytes, sent as Base64, as a download. */
export function saveBytes(name: string, type: string, base64: string): void {
  saveParts(name, type, [Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))]);
}

function saveParts(name: string, type: string, parts: BlobPart[]): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob(parts, { type }));
  link.download = name;
  link.click();
  // Some browsers read the URL asynchronously.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
