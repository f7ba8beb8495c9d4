import { Alert } from "../ui/alert";
import { Link } from "../ui/link";

type RefusedListProps = {
  lead: string;
  refused: readonly { studentId: string; name: string; why: string }[];
  /** Render it for an empty list, too. */
  always?: boolean;
};

/** The people left out of a bulk action, with reasons and links to the student. */
export function RefusedList({ lead, refused, always = false }: RefusedListProps) {
  if (refused.length === 0 && !always) return null;
  return (
    <Alert tone={refused.length > 0 ? "info" : "success"}>
      <p>{lead}</p>
      {refused.length > 0 && (
        <ul className="mt-1 max-h-40 list-disc overflow-y-auto ps-5">
          {refused.map(({ studentId, name, why }) => (
            <li key={`${studentId} ${name}`} className="wrap-anywhere">
              {/* An erased person has no name and no page. */}
              {name && (
                <Link href={`/admin/students/${studentId}`} className="underline">
                  {name}
                </Link>
              )}
              {name ? `: ${why}` : why}
            </li>
          ))}
        </ul>
      )}
    </Alert>
  );
}
