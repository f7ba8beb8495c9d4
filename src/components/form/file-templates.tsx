"use client";

type FileTemplatesProps = {
  words: string;
  names: Record<"xlsx" | "csv", string>;
  onChoose: (kind: "xlsx" | "csv") => void;
};

/** Templates with all known headings. */
export function FileTemplates({ words, names, onChoose }: FileTemplatesProps) {
  return (
    <p className="mt-2 flex flex-wrap items-center justify-center gap-x-1 text-ink-soft text-sm">
      {words}
      {(["xlsx", "csv"] as const).map((kind) => (
        <button key={kind} type="button" className="link min-h-9 px-1.5" onClick={() => onChoose(kind)}>
          {names[kind]}
        </button>
      ))}
    </p>
  );
}
