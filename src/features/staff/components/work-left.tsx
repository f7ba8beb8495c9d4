import { Button } from "@/components/ui/button";
import { FormDialog } from "@/components/ui/form-dialog";
import { copy } from "../messages";
import type { EndedView } from "../schema";

/** Whether an ended access leaves something that nobody looks after. */
export const leavesWork = ({ left, scheduled }: EndedView) =>
  left.length > 0 || (scheduled !== undefined && scheduled.notices + scheduled.materials > 0);

/** Drafts of exams that have no teacher after an access has ended, and how much is still scheduled. */
export function WorkLeft({ ended: { left, scheduled }, onClose }: { ended: EndedView; onClose: () => void }) {
  const { notices = 0, materials = 0 } = scheduled ?? {};
  const hasExams = left.length > 0;
  return (
    <FormDialog
      title={hasExams ? copy.leftTitle : copy.scheduledTitle}
      lead={hasExams && copy.leftLead}
      onClose={onClose}
    >
      {hasExams && (
        <ul className="grid max-h-80 grid-cols-1 gap-1.5 overflow-y-auto rounded-md border border-line p-3 text-sm">
          {left.map(({ _id, examName, subject, className, sections }) => (
            <li key={_id} className="wrap-anywhere">
              {copy.leftExam(examName, subject, [className, ...sections].join(" "))}
            </li>
          ))}
        </ul>
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
