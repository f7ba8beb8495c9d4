/** Puts a text into the person's downloads. For the browser. */
export function saveFile(name: string, type: string, text: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  // Some browsers begin to read a moment later.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
