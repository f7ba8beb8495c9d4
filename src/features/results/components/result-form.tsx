"use client";

import { type FormEvent, useState } from "react";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { ClassField } from "@/components/ui/class-field";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { type Faults, textsOf, useFirstFault } from "@/lib/faults";
import { useOneAtATime } from "@/lib/one-at-a-time";
import { api } from "@/trpc/client";
import { faultsOf, messageOf } from "@/trpc/failure";
import { copy } from "../copy";
import { ResultExtras } from "./result-extras";
import { ResultPreview } from "./result-preview";

/** Adds a result (spec §2, §5). Keeps what was typed until the server has it, and nothing of it afterwards. */
export function ResultForm() {
  const [score, setScore] = useState("");
  const [totalMarks, setTotalMarks] = useState("");
  const [faults, setFaults] = useState<Faults>({});
  const form = useFirstFault(faults);
  const sending = useOneAtATime();
  const add = api.results.add.useMutation({
    onSettled: sending.end,
    onSuccess() {
      form.current?.reset();
      setScore("");
      setTotalMarks("");
    },
    onError(error) {
      console.error(error);
      setFaults(faultsOf(error));
    },
  });

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const { studentEmail = "", className = "", gpa, examName, subject, examDate } = textsOf(event.currentTarget);
    const found: Faults = Number(score) > Number(totalMarks) ? { score: copy.scoreAboveTotal } : {};
    if (!sending.begin()) return;
    setFaults(found);
    add.reset();
    if (Object.keys(found).length > 0) return sending.end();
    const marks = { score: Number(score), totalMarks: Number(totalMarks) };
    const extras = { examName, subject, examDate: examDate || null, gpa: gpa ? Number(gpa) : null };
    add.mutate({ results: [{ studentEmail, className, ...marks, ...extras }] });
  }

  const added = add.data?.[0];

  return (
    <form ref={form} method="post" autoComplete="off" onSubmit={submit} className="grid grid-cols-1 gap-5">
      <Field label="Student Email" error={faults.studentEmail}>
        {(control) => <Input {...control} name="studentEmail" type="email" maxLength={254} autoComplete="off" />}
      </Field>
      <ClassField name="className" error={faults.className} />
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="Obtained Score" error={faults.score}>
          {(control) => <Marks {...control} name="score" min={0} value={score} onType={setScore} />}
        </Field>
        <Field label="Total Marks" error={faults.totalMarks}>
          {(control) => <Marks {...control} name="totalMarks" min={1} value={totalMarks} onType={setTotalMarks} />}
        </Field>
      </div>
      <ResultPreview score={score} totalMarks={totalMarks} />
      <ResultExtras faults={faults} />
      {add.isError && <Alert tone="error">{copy.failed(messageOf(add.error, copy.addFailed))}</Alert>}
      {added && (
        <Alert tone="success" title={copy.added}>
          {copy.addedScore(added.score, added.totalMarks, added.className)}
        </Alert>
      )}
      <Button type="submit" size="large" wide busy={add.isPending} busyText={copy.adding}>
        {copy.add}
      </Button>
    </form>
  );
}

type MarksProps = Omit<Parameters<typeof Input>[0], "onChange"> & { onType: (text: string) => void };

function Marks({ onType, ...rest }: MarksProps) {
  return (
    <Input
      {...rest}
      type="number"
      inputMode="decimal"
      step="0.01"
      max={1_000_000}
      autoComplete="off"
      onChange={(event) => onType(event.target.value)}
    />
  );
}
