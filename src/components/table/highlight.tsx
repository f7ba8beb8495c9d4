export function Highlight({ text, search }: { text: string; search: string }) {
  const words = search.split(/\s+/u).filter(Boolean).map(escaped);
  if (words.length === 0) return text;
  const parts = text.split(new RegExp(`(${words.join("|")})`, "iu"));
  return parts.map((part, index) =>
    index % 2 === 1 ? (
      <mark key={parts.slice(0, index).join("|")} className="rounded-sm bg-accent-soft text-accent">
        {part}
      </mark>
    ) : (
      part
    ),
  );
}

const escaped = (word: string) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
