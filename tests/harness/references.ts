import { posix } from "node:path";

/** File texts by path in the repository. */
type Files = ReadonlyMap<string, string>;

// Next's segments look like `(site)` and `[...path]`. A path followed by one of the last characters is a pattern: `tests/*.ts`.
const segment = String.raw`(?:[\w@-][\w.@-]*|\(\w+\)|\[+[\w.]+\]+)`;
const path = new RegExp(
  String.raw`(?<![\w./@-])(?:src|tests|scripts|bench|docs|prisma|deploy|public)(?:/${segment})+(?![\w./-]*[*<{$])`,
  "g",
);
const comment = /(?:^|\s)\/\/(.*)$|^\s*(?:\/?\*|#|--)(.*)$/gm;
const title = /\b(?:it|test|describe)(?:\.\w+)*(?:\([^()]*\))?\(\s*(["'`])(.*?)\1/g;

/** The prose of a file: all of a document, else comments and test titles. */
function proseOf(file: string, text: string): string {
  if (file.endsWith(".md")) return text;
  const comments = [...text.matchAll(comment)].map(([, line, block]) => line ?? block);
  return [...comments, ...[...text.matchAll(title)].map(([, , name]) => name)].join("\n");
}

/** The anchors of a document's headings, in GitHub's form. */
function anchorsOf(page: string): string[] {
  return [...page.matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  );
}

function isThere(files: Files, name: string): boolean {
  const wanted = posix.normalize(name).replace(/\/$/, "");
  return files.has(wanted) || [...files.keys()].some((file) => file.startsWith(`${wanted}/`));
}

function brokenLinks(files: Files, page: string, text: string): string[] {
  const targets = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = ""]) => target);
  return targets.filter((target) => {
    if (/^[a-z]+:/.test(target)) return false;
    const [place = "", anchor] = target.split("#");
    const file = place === "" ? page : posix.join(posix.dirname(page), place);
    if (!isThere(files, file)) return true;
    return anchor !== undefined && !anchorsOf(files.get(file) ?? "").includes(anchor);
  });
}

/** The numbers after `word` in a list like `1, 8 and 9`. */
function numbersAfter(word: RegExp, text: string): string[] {
  const list = new RegExp(`${word.source}(\\d+(?:(?:,| and|, and) \\d+)*)`, "gi");
  return [...text.matchAll(list)].flatMap(([, numbers = ""]) => numbers.match(/\d+/g) ?? []);
}

export function danglingReferences(files: Files, file: string, text: string): string[] {
  const has = (start: string) => [...files.keys()].some((name) => name.startsWith(start));
  const spec = files.get("docs/spec.md") ?? "";
  const prose = proseOf(file, text);
  const found = [
    ...numbersAfter(/\bdecisions? /, text)
      .filter((number) => !has(`docs/decisions/${number.padStart(3, "0")}-`))
      .map((number) => `decision ${number}`),
    ...[...text.matchAll(/§ ?(\d+(?:\.\d+)?)/g)]
      .map(([, section = ""]) => section)
      .filter((section) => !new RegExp(`^(## )?${section.replace(".", "\\.")}[. ]`, "m").test(spec))
      .map((section) => `spec §${section}`),
    ...[...(prose.match(path) ?? []), ...(text.match(/\bdocs\/[\w./-]+\.md\b/g) ?? [])]
      .map((name) => name.replace(/\.+$/, ""))
      .filter((name) => !isThere(files, name)),
    ...(file.endsWith(".md") ? brokenLinks(files, file, text) : []),
    ...(text.match(/\bissues? #?\d+\b/gi) ?? []),
  ];
  return [...new Set(found)];
}
