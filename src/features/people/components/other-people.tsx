import type { ReactNode } from "react";
import { Link } from "@/components/ui/link";

type OtherPeopleProps = { people: readonly { _id: string; name: string }[]; children: ReactNode };

/** Other people beside the one who is shown, each with a link to their own page of requests. */
export function OtherPeople({ people, children }: OtherPeopleProps) {
  return (
    <div className="grid grid-cols-1 gap-1 text-sm">
      <p>{children}</p>
      <ul className="list-disc ps-5">
        {people.map(({ _id, name }) => (
          <li key={_id}>
            <Link href={`/admin/privacy-requests?person=${_id}`} className="link">
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
