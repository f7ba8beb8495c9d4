import type { Block, Inline } from "./schema";

const bare = /https?:\/\/[^\s<>()[\]]+/;
const link = new RegExp(`\\[([^[\\]\\n]{1,200})\\]\\(([^()\\s]{1,500})\\)|${bare.source}`, "g");
const ending = /[.,;:!?'"’”]+$/;
const item = /^(?:([-*•])|\d{1,3}[.)])[ \t]+(.+)$/;

/** True for allowed link targets: a page of this site, the web, a mailbox or a phone number. */
export function isSafeLink(href: string): boolean {
  if (/[\s\p{Cc}\\]/u.test(href)) return false;
  if (href.startsWith("/")) return !href.startsWith("//");
  const protocol = /^(https?|mailto|tel):/i.exec(href)?.[1]?.toLowerCase();
  if (protocol === undefined || !URL.canParse(href)) return false;
  return protocol === "mailto" || protocol === "tel" || new URL(href).hostname !== "";
}

/** Parses the typed text: an empty line ends a paragraph, lines with `-` or `1.` are lists, `[words](address)` is a link. */
export function blocksOf(text: string): Block[] {
  const blocks: Block[] = [];
  let open: { kind: "lines"; lines: string[] } | { kind: "list"; ordered: boolean; items: string[] } | undefined;
  const close = () => {
    if (open?.kind === "lines") blocks.push({ kind: "paragraph", inlines: inlinesOf(open.lines.join("\n")) });
    if (open?.kind === "list") {
      blocks.push({ kind: "list", ordered: open.ordered, items: open.items.map(inlinesOf) });
    }
    open = undefined;
  };
  for (const raw of text.split(/\r\n?|\n/)) {
    const line = raw.trim();
    const [, bullet, said] = item.exec(line) ?? [];
    if (line === "") close();
    else if (said !== undefined) {
      const ordered = bullet === undefined;
      if (open?.kind !== "list" || open.ordered !== ordered) close();
      open ??= { kind: "list", ordered, items: [] };
      if (open.kind === "list") open.items.push(said);
    } else {
      if (open?.kind !== "lines") close();
      open ??= { kind: "lines", lines: [] };
      if (open.kind === "lines") open.lines.push(line);
    }
  }
  close();
  return blocks;
}

function inlinesOf(text: string): Inline[] {
  const inlines: Inline[] = [];
  const say = (words: string) => {
    const last = inlines.at(-1);
    if (words === "") return;
    if (last && last.href === undefined) last.text += words;
    else inlines.push({ text: words });
  };
  let from = 0;
  for (const found of text.matchAll(link)) {
    const [whole, words, address] = found;
    say(text.slice(from, found.index));
    from = found.index + whole.length;
    if (words !== undefined && address !== undefined) {
      if (words.trim() !== "" && isSafeLink(address)) inlines.push({ text: words, href: address });
      else say(whole);
      continue;
    }
    const end = ending.exec(whole)?.[0] ?? "";
    const href = whole.slice(0, whole.length - end.length);
    if (isSafeLink(href)) inlines.push({ text: href, href });
    else say(href);
    say(end);
  }
  say(text.slice(from));
  return inlines;
}

const isBare = (text: string) => new RegExp(`^${bare.source}$`).test(text) && !ending.test(text);

/** The source text of blocks, the inverse of parsing. */
export function textOf(blocks: readonly Block[]): string {
  const line = (inlines: readonly Inline[]) =>
    inlines
      .map(({ text, href }, index) => {
        if (href === undefined) return text;
        const next = inlines[index + 1];
        const standsAlone = !next || (next.href === undefined && /^[.,;:!?]*(\s|$)/.test(next.text));
        return text === href && isBare(href) && standsAlone ? href : `[${text}](${href})`;
      })
      .join("");
  return blocks
    .map((block) =>
      block.kind === "paragraph"
        ? line(block.inlines)
        : block.items.map((one, index) => `${block.ordered ? `${index + 1}.` : "-"} ${line(one)}`).join("\n"),
    )
    .join("\n\n");
}

/** The text without links: each URL follows its words. */
export function plainOf(blocks: readonly Block[], addressOf: (href: string) => string = (href) => href): string[] {
  const line = (inlines: readonly Inline[]) =>
    inlines
      .map(({ text, href }) => (href === undefined || text === href ? text : `${text} (${addressOf(href)})`))
      .join("");
  return blocks.map((block) =>
    block.kind === "paragraph"
      ? line(block.inlines)
      : block.items.map((one, index) => `${block.ordered ? `${index + 1}.` : "•"} ${line(one)}`).join("\n"),
  );
}
