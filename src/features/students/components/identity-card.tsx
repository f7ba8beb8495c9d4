import { EmailText } from "@/components/ui/email-text";
import { dateHere, shownDateHere } from "@/content/institute";
import { shownDate } from "@/lib/dates";
import { personScreens as copy } from "../messages-person";
import { enrolmentOn, openEnrolmentOf, placeOf } from "../rules";
import type { StudentView } from "../schema";
import { sinceDay } from "./enrolments-card";
import { Facts, SideCard } from "./facts";
import { LoginBadge } from "./login-badge";

/** The student's identity, and former names. */
export function IdentityCard({ student }: { student: StudentView }) {
  const { email, emailConfirmed, loginClosedAt, names } = student;
  return (
    <SideCard id="identity" title={copy.identity}>
      <Facts
        facts={[
          [copy.className, whereIs(student)],
          [copy.admission, student.admissionNo ?? copy.nothing],
          [copy.born, student.bornOn ? shownDate(student.bornOn) : copy.nothing],
          [
            copy.login,
            <span key="login" className="inline-flex flex-wrap items-center gap-x-2 gap-y-0.5">
              <LoginBadge login={student.login} />
              {student.openSessions > 0 && (
                <span className="text-ink-soft text-xs">{copy.sessions(student.openSessions)}</span>
              )}
            </span>,
          ],
          [
            copy.email,
            email ? (
              <span key="email" className="text-xs">
                <EmailText>{email}</EmailText>{" "}
                {!emailConfirmed && student.login !== "none" && student.login !== "invited" && (
                  <span className="text-warn">{copy.notConfirmed}</span>
                )}
              </span>
            ) : (
              copy.nothing
            ),
          ],
          [copy.onRoster, `${shownDateHere(student.createdAt)}, ${copy.origins[student.origin]}`],
        ]}
      />
      {loginClosedAt && <p className="text-warn">{copy.closed(shownDateHere(loginClosedAt))}</p>}
      {names.length > 0 && (
        <div className="border-line border-t pt-1.5">
          <h3 className="text-xs">{copy.namesBefore}</h3>
          <ul className="text-ink-soft text-xs">
            {names.map(({ name, untilAt, changedBy }) => (
              <li key={untilAt.toISOString()} className="wrap-anywhere">
                {copy.until(name, shownDateHere(untilAt), changedBy)}
              </li>
            ))}
          </ul>
        </div>
      )}
    </SideCard>
  );
}

function whereIs(student: StudentView): string {
  const [open, today] = [openEnrolmentOf(student), dateHere(new Date())];
  const placeIn = (one: NonNullable<typeof open>) => copy.place(placeOf(one) ?? "", one.rollNo);
  if (open) return `${placeIn(open)}, ${sinceDay(open, today)}`;
  const { leftOn, leftReason } = student;
  const until = enrolmentOn(student, today);
  if (leftOn) {
    const left = leftOn < today ? copy.left(shownDate(leftOn)) : copy.leaves(shownDate(leftOn));
    return [...(until ? [placeIn(until)] : []), [left, leftReason].filter(Boolean).join(": ")].join(". ");
  }
  if (until) return placeIn(until);
  return student.proposedClass ? copy.proposes(student.proposedClass) : copy.notPlaced;
}
