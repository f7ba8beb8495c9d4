const names: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** A text as HTML shows it, in an element or an attribute. */
export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => names[character] ?? "");
}
