import { groupBy } from "@/lib/group-by";
import { listed } from "@/lib/listed";
import { news as copy } from "./messages-news";
import { type Act, acts } from "./schema-news";

/** A result in the news; `child` is the student's name if the reader is a guardian. */
export type NewsItem = {
  act: Act;
  studentId: string;
  child: string | null;
  className: string;
  subject: string | null;
  examName: string | null;
};

/** A sentence for each child and kind of change, with exam and subjects but without marks. */
function sentences(items: readonly NewsItem[]): string[] {
  const groups = groupBy(items, ({ studentId, act, className, examName }) =>
    JSON.stringify([studentId, acts.indexOf(act), className, examName]),
  );
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const subjects = [...new Set(group.flatMap(({ subject }) => subject ?? []))];
    return [
      copy.sentence(
        copy.acts[first.act](group.length),
        first.child,
        first.className,
        first.examName,
        subjects.join(", "),
      ),
    ];
  });
}

/** Subject and sentences of an email, and the name of the child if it is about only one. */
export function newsInWords(items: readonly NewsItem[]) {
  const children = [...new Map(items.map(({ studentId, child }) => [studentId, child])).entries()];
  const names = children.flatMap(([, name]) => name ?? []);
  const done = [...new Set(items.map(({ act }) => act))];
  const [act] = done;
  const what = done.length === 1 && act ? copy.acts[act](items.length) : copy.news;
  const [first] = items;
  const classes = new Set(items.map(({ className }) => className));
  const subject =
    names.length > 0
      ? copy.subjectOf(what, listed(names))
      : copy.subject(what, classes.size === 1 ? (first?.className ?? null) : null);
  const [only] = children;
  const child = children.length === 1 && only ? only[1] : null;
  return { subject, paragraphs: sentences(items), child };
}
