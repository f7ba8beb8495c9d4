import { Moment } from "@/components/ui/clock";
import { Link } from "@/components/ui/link";
import { releaseScreens } from "../messages-release";
import { mostHeld, placeOf } from "../rules";
import type { ExamView } from "../schema";

const copy = releaseScreens.process;

/** Planned releases on hold, with links to their exams; renders nothing if there are none. */
export function HeldReleases({ exams }: { exams: readonly ExamView[] }) {
  if (exams.length === 0) return null;
  return (
    <section className="grid grid-cols-1 gap-1 rounded-md bg-warn-soft px-3.5 py-2.5 text-sm">
      <h2 className="font-semibold text-sm">{copy.waiting}</h2>
      <p>{copy.waitingHint}</p>
      <ul>
        {exams.map((exam) => (
          <li key={exam._id} className="flex flex-wrap items-baseline gap-x-3 py-0.5">
            <Link href={`/admin/results/${exam._id}`} className="link rounded-sm font-semibold">
              {`${exam.subject}, ${exam.examName}`}
            </Link>
            <span className="text-xs">
              {placeOf(exam)}
              {exam.releaseAt && (
                <>
                  {", "}
                  <Moment at={exam.releaseAt} />
                </>
              )}
            </span>
          </li>
        ))}
      </ul>
      {exams.length >= mostHeld && (
        <p>
          <Link href="/admin/results?state=held" className="link rounded-sm font-semibold">
            {copy.allWaiting}
          </Link>
        </p>
      )}
    </section>
  );
}
