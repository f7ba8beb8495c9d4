/** Saves a text as a download, in the browser. */
export function saveFile(name: string, type: string, text: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  // Some browsers read the URL asynchronously.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
