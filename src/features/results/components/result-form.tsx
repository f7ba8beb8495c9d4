"use client";

import { useRef, useState } from "react";
import { useServerForm } from "@/components/form/use-server-form";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { ButtonLink } from "@/components/ui/button-link";
import { ClassField } from "@/components/ui/class-field";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { keyOfTyped } from "@/lib/form-key";
import { api } from "@/trpc/client";
import { existingIdOf, messageOf } from "@/trpc/failure";
import { adding } from "../messages-add";
import { refusals } from "../messages-refusals";
import type { AddedResultView } from "../schema";
import { ResultExtras } from "./result-extras";
import { ResultPreview } from "./result-preview";
import { Sitting } from "./sitting";
import { StudentAddress } from "./student-address";
import { useWho } from "./use-who";
import { WhoLine } from "./who-line";

/** Adds a result (spec §2, §5). Keeps the input until the server has saved it, and the exam's fields afterwards. */
export function ResultForm() {
  const [score, setScore] = useState("");
  const [totalMarks, setTotalMarks] = useState("");
  const [address, setAddress] = useState("");
  const [className, setClassName] = useState("");
  const [sitting, setSitting] = useState<AddedResultView[]>([]);
  const [child, setChild] = useState<string>();
  const who = useWho(address.trim());
  const isChildMissing = who?.kind === "guardian" && who.children.every(({ _id }) => _id !== child);
  const studentId = who?.kind === "guardian" ? child : who?._id;
  const { students, subjects } = api.useUtils();
  // An answer can be lost: an unchanged form that is sent again has the same key, and is not added twice.
  const keys = useRef(new Map<string, unknown>());
  const add = api.results.addOnce.useMutation();
  const { form, faults, error, busy, answer } = useServerForm({
    fields: ["studentEmail", "className", "examName", "subject", "examDate", "gpa"],
    check: () => ({
      ...(isChildMissing && { studentEmail: adding.chooseChild }),
      ...(Number(score) > Number(totalMarks) && { score: refusals.scoreAboveTotal }),
    }),
    async send({ examDate, gpa, ...given }) {
      const marks = { score: Number(score), totalMarks: Number(totalMarks) };
      const extras = { examDate: examDate || null, gpa: gpa ? Number(gpa) : null };
      const typed = JSON.stringify([given, marks, extras, child]);
      const results = [{ ...given, ...marks, ...extras, ...(studentId && { studentId }) }];
      const added = await add.mutateAsync({ key: keyOfTyped(keys.current, typed), results });
      keys.current.delete(typed);
      return added;
    },
    onDone(results, sent) {
      setSitting((all) => [...results, ...all]);
      // For the next student, class, total and exam stay.
      for (const name of ["studentEmail", "gpa"]) {
        const field = sent.elements.namedItem(name);
        if (field instanceof HTMLInputElement) field.value = "";
      }
      for (const empty of [setScore, setAddress]) empty("");
      setChild(undefined);
      void students.list.invalidate();
      void subjects.names.invalidate();
      sent.querySelector<HTMLElement>("[name=studentEmail]")?.focus();
    },
  });
  const added = answer?.[0];
  const firstId = existingIdOf(error);

  return (
    <div className="grid grid-cols-1 gap-8">
      <form {...form} autoComplete="off" className="grid grid-cols-1 gap-5">
        <StudentAddress
          error={faults.studentEmail}
          typed={address}
          onType={setAddress}
          onChoose={setClassName}
          onChild={setChild}
        />
        <WhoLine who={who} className={className} child={child} onChild={setChild} />
        <ClassField name="className" error={faults.className} value={className} onChoose={setClassName} />
        <div className="grid grid-cols-2 gap-3 sm:gap-5">
          <Field label="Obtained Score" error={faults.score}>
            {(control) => <Marks {...control} name="score" min={0} value={score} onType={setScore} />}
          </Field>
          <Field label="Total Marks" error={faults.totalMarks}>
            {(control) => <Marks {...control} name="totalMarks" min={1} value={totalMarks} onType={setTotalMarks} />}
          </Field>
        </div>
        <ResultPreview score={score} totalMarks={totalMarks} />
        <ResultExtras faults={faults} />
        {error && (
          <Alert tone="error" action={firstId && studentId && <FirstResult id={firstId} studentId={studentId} />}>
            {adding.failed(messageOf(error, adding.addFailed))}
          </Alert>
        )}
        {added && (
          <Alert tone="success" title={adding.added}>
            {adding.addedScore(added.studentName, added.score, added.totalMarks, added.className)}
            {added.joinedRoster && (
              <span className="block">
                {added.joinedClass === null
                  ? adding.joinedWithoutClass(added.studentName)
                  : adding.joined(added.studentName, added.joinedClass)}
              </span>
            )}
          </Alert>
        )}
        <div className="grid sm:justify-items-start">
          <Button type="submit" size="large" busy={busy} busyText={adding.adding}>
            {adding.add}
          </Button>
        </div>
      </form>
      <Sitting added={sitting} />
    </div>
  );
}

function FirstResult({ id, studentId }: { id: string; studentId: string }) {
  return (
    <ButtonLink variant="secondary" href={`/admin/students/${studentId}#result-${id}`}>
      {adding.seeFirst}
    </ButtonLink>
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
