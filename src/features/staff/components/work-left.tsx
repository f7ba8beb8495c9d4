import { Button } from "@/components/ui/button";
import { FormDialog } from "@/components/ui/form-dialog";
import { copy } from "../messages";
import type { EndedView, LeftExam } from "../schema";

/** Whether an ended access leaves work without a responsible person. */
export const leavesWork = ({ left, scheduled }: EndedView) =>
  left.length > 0 || (scheduled !== undefined && scheduled.notices + scheduled.materials > 0);

function Exams({ exams }: { exams: readonly LeftExam[] }) {
  return (
    <ul className="grid max-h-80 grid-cols-1 gap-1.5 overflow-y-auto rounded-md border border-line p-3 text-sm">
      {exams.map(({ _id, examName, subject, className, sections, year, isEarlier }) => (
        <li key={_id} className="wrap-anywhere">
          {copy.leftExam(
            isEarlier ? copy.leftExamOf(examName, year) : examName,
            subject,
            [className, ...sections].join(" "),
          )}
        </li>
      ))}
    </ul>
  );
}

/** The draft exams that have no teacher after an access has ended, and the number of publications that are still scheduled. */
export function WorkLeft({ ended: { left, scheduled }, onClose }: { ended: EndedView; onClose: () => void }) {
  const { notices = 0, materials = 0 } = scheduled ?? {};
  const hasExams = left.length > 0;
  const [open, earlier] = [left.filter(({ isEarlier }) => !isEarlier), left.filter(({ isEarlier }) => isEarlier)];
  return (
    <FormDialog
      title={hasExams ? copy.leftTitle : copy.scheduledTitle}
      lead={open.length > 0 && copy.leftLead}
      onClose={onClose}
    >
      {open.length > 0 && <Exams exams={open} />}
      {earlier.length > 0 && (
        <>
          <p>{copy.leftOfEarlierYears}</p>
          <Exams exams={earlier} />
        </>
      )}
      {notices > 0 && <p>{copy.scheduledNotices(notices)}</p>}
      {materials > 0 && <p>{copy.scheduledMaterials(materials)}</p>}
      {notices + materials > 0 && <p className="text-ink-soft text-sm">{copy.scheduledHint}</p>}
      <div className="grid sm:justify-end">
        <Button onClick={onClose}>{copy.codeDone}</Button>
      </div>
    </FormDialog>
  );
}
