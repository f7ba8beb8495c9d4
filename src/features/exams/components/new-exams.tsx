"use client";

import { useRouter } from "next/navigation";
import { FormEnd } from "@/components/form/form-end";
import { SubjectField } from "@/components/form/subject-field";
import { useServerForm } from "@/components/form/use-server-form";
import { Checkbox } from "@/components/ui/checkbox";
import { FormDialog } from "@/components/ui/form-dialog";
import { Link } from "@/components/ui/link";
import { toast } from "@/components/ui/toast";
import type { Taught } from "@/lib/may";
import { sectionsOf } from "@/lib/sections";
import { api } from "@/trpc/client";
import { existingIdOf } from "@/trpc/failure";
import { screens as copy } from "../messages-screens";
import { ExamFields, examFieldNames, type KnownExam } from "./exam-fields";

type NewExamsProps = {
  known?: KnownExam | undefined;
  /** The announced test of the exam. */
  scheduleId?: string | undefined;
  /** The classes and subjects that may be chosen; null for all. */
  places: readonly Taught[] | null;
  onClose: () => void;
};

/** Creates the exams of a class under one name: one for each selected subject. */
export function NewExams({ known, scheduleId, places, onClose }: NewExamsProps) {
  const router = useRouter();
  const { exams } = api.useUtils();
  const names = api.subjects.names.useQuery();
  const isOwn = (keys: readonly string[]) =>
    places?.some(({ subjectKeys }) => subjectKeys === null || keys.some((key) => subjectKeys.includes(key))) ?? true;
  const offered = (names.data ?? []).filter(({ isRetired, keys }) => !isRetired && isOwn(keys));
  const subjects = offered.map(({ name }) => name);
  const add = api.exams.addMany.useMutation();
  const ticks = subjects.map((_, index) => `subject${index}`);
  const { form, faults, failure, error, busy } = useServerForm({
    fields: [...examFieldNames, "otherSubject", ...ticks],
    send(given: Record<string, string>) {
      const ticked = subjects.filter((_, index) => given[`subject${index}`] === "on");
      const { otherSubject = "", className = "", examName = "", examDate = "", totalMarks = "" } = given;
      return add.mutateAsync({
        className,
        examName,
        examDate,
        totalMarks,
        sections: sectionsOf(given.sections ?? ""),
        subjects: [...ticked, ...(otherSubject.trim() ? [otherSubject] : [])],
        ...(scheduleId && { scheduleId, testDate: known?.examDate ?? undefined }),
      });
    },
    onDone(made, shown) {
      void exams.list.invalidate();
      toast.success(copy.added(made.length));
      const [only] = made;
      if (made.length === 1 && only && shown.isConnected) router.push(`/admin/results/${only._id}`);
      onClose();
    },
  });
  const existing = existingIdOf(error);

  return (
    <FormDialog title={copy.add} lead={copy.addLead} onClose={onClose}>
      <form {...form} noValidate autoComplete="off" className="grid grid-cols-1 gap-4">
        <ExamFields faults={faults} known={known} places={places} />
        {!known?.subject && subjects.length > 0 && (
          <fieldset>
            <legend className="pb-1 font-semibold text-sm">{copy.fields.subjects}</legend>
            <div className="grid max-h-56 grid-cols-1 gap-x-4 overflow-y-auto rounded-md border border-line px-3 py-1 sm:grid-cols-2">
              {subjects.map((name, index) => (
                <Checkbox key={name} label={name} name={`subject${index}`} />
              ))}
            </div>
          </fieldset>
        )}
        <SubjectField
          name="otherSubject"
          label={known?.subject || subjects.length === 0 ? copy.fields.subject : copy.fields.otherSubject}
          optional={!known?.subject && subjects.length > 0}
          error={faults.subjects}
          defaultValue={known?.subject ?? ""}
        />
        {existing && (
          <p className="text-sm">
            <Link href={`/admin/results/${existing}`} className="link">
              {copy.openFirst}
            </Link>
          </p>
        )}
        <FormEnd failure={failure} failed={copy.addFailed} busy={busy} busyText={copy.adding}>
          {copy.addButton}
        </FormEnd>
      </form>
    </FormDialog>
  );
}
