import { Button } from "@/components/ui/button";
import { FormDialog } from "@/components/ui/form-dialog";
import { copy } from "../messages";
import type { LeftExam } from "../schema";

/** Drafts of exams that have no teacher after an access has ended. */
export function ExamsLeft({ exams, onClose }: { exams: readonly LeftExam[]; onClose: () => void }) {
  return (
    <FormDialog title={copy.leftTitle} lead={copy.leftLead} onClose={onClose}>
      <ul className="grid max-h-80 grid-cols-1 gap-1.5 overflow-y-auto rounded-md border border-line p-3 text-sm">
        {exams.map(({ _id, examName, subject, className, sections }) => (
          <li key={_id} className="wrap-anywhere">
            {copy.leftExam(examName, subject, [className, ...sections].join(" "))}
          </li>
        ))}
      </ul>
      <div className="grid sm:justify-end">
        <Button onClick={onClose}>{copy.codeDone}</Button>
      </div>
    </FormDialog>
  );
}
