"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { useServerForm } from "@/components/form/use-server-form";
import { cellStyle, headStyle, rowControl, tableStyle } from "@/components/table/table-style";
import { Tick } from "@/components/table/tick";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { classes } from "@/lib/classes";
import { api } from "@/trpc/client";
import { messageOf } from "@/trpc/failure";
import { screens as copy } from "../messages-screens";
import type { RowsDoneView } from "../schema";

/** A student with the class proposed by the latest result. */
export type Proposed = {
  _id: string;
  name: string;
  proposedClass: string | null;
  lastResult: { exam: string | null; subject: string | null; percentage: number } | null;
};

type ConfirmClassesProps = { students: readonly Proposed[]; total: number };

/** The classes proposed by the latest results, to be checked and confirmed together. */
export function ConfirmClasses({ students, total }: ConfirmClassesProps) {
  const router = useRouter();
  const { students: roster } = api.useUtils();
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const confirm = api.enrolments.confirmProposed.useMutation({ meta: { expected: ["BAD_REQUEST"] } });
  const chosen = students.filter(({ _id }) => !left.has(_id));
  const fields = chosen.flatMap(({ _id }) => [`class ${_id}`, `section ${_id}`, `roll ${_id}`]);
  const { form, failure, busy, answer } = useServerForm<string, RowsDoneView>({
    fields,
    send: (given) =>
      confirm.mutateAsync({
        students: chosen.map(({ _id }) => ({
          studentId: _id,
          className: given[`class ${_id}`] ?? "",
          section: given[`section ${_id}`] ?? "",
          rollNo: given[`roll ${_id}`] ?? "",
        })),
      }),
    onDone() {
      void roster.list.invalidate();
      router.refresh();
    },
  });

  function setTicked(ids: readonly string[], ticked: boolean) {
    const next = new Set(left);
    for (const id of ids) {
      if (ticked) next.delete(id);
      else next.add(id);
    }
    setLeft(next);
  }

  return (
    <form {...form} noValidate className="grid grid-cols-1 gap-3">
      {answer && <Outcome answer={answer} />}
      {failure && <Alert tone="error">{messageOf(failure, copy.failedSave)}</Alert>}
      {students.length === 0 ? (
        <p className="py-2 text-ink-soft">{copy.noneProposed}</p>
      ) : (
        <>
          <table aria-label={copy.confirmTitle} className={tableStyle}>
            <thead>
              <tr>
                <th scope="col" className={`${headStyle} w-11`}>
                  <Tick
                    label="All"
                    checked={left.size === 0}
                    some={chosen.length > 0 && left.size > 0}
                    onChange={(ticked) =>
                      setTicked(
                        students.map(({ _id }) => _id),
                        ticked,
                      )
                    }
                  />
                </th>
                <th scope="col" className={headStyle}>
                  {copy.heads.name}
                </th>
                <th scope="col" className={`${headStyle} max-md:hidden`}>
                  {copy.heads.last}
                </th>
                <th scope="col" className={headStyle}>
                  {copy.heads.class}
                </th>
                <th scope="col" className={headStyle}>
                  {copy.heads.section}
                </th>
                <th scope="col" className={`${headStyle} max-md:hidden`}>
                  {copy.heads.roll}
                </th>
              </tr>
            </thead>
            <tbody>
              {students.map((student) => (
                <ProposedRow
                  key={student._id}
                  student={student}
                  ticked={!left.has(student._id)}
                  onTick={(ticked) => setTicked([student._id], ticked)}
                />
              ))}
            </tbody>
          </table>
          <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
            <Button type="submit" disabled={chosen.length === 0} busy={busy} busyText={copy.confirming}>
              {copy.confirm(chosen.length)}
            </Button>
            {total > students.length && (
              <p className="text-ink-soft text-sm">{copy.firstOnly(students.length, total)}</p>
            )}
          </div>
        </>
      )}
    </form>
  );
}

type ProposedRowProps = { student: Proposed; ticked: boolean; onTick: (ticked: boolean) => void };

function ProposedRow({ student: { _id, name, proposedClass, lastResult }, ticked, onTick }: ProposedRowProps) {
  const last = lastResult
    ? [lastResult.subject, lastResult.exam, `${lastResult.percentage.toFixed(1)}%`].filter(Boolean).join(", ")
    : copy.nothing;
  return (
    <tr className="group">
      <td className={cellStyle}>
        <Tick label={copy.tick(name)} checked={ticked} onChange={onTick} />
      </td>
      <th scope="row" className={`${cellStyle} w-full max-w-0 text-start`}>
        <span title={name} className="block truncate font-semibold">
          {name}
        </span>
      </th>
      <td title={last} className={`${cellStyle} figures max-w-80 truncate text-ink-soft text-xs max-md:hidden`}>
        {last}
      </td>
      <td className={cellStyle}>
        <select
          name={`class ${_id}`}
          aria-label={copy.classOf(name)}
          autoComplete="off"
          defaultValue={proposedClass ?? ""}
          disabled={!ticked}
          className={`${rowControl} w-16`}
        >
          {classes.map((number) => (
            <option key={number} value={number}>
              {number}
            </option>
          ))}
        </select>
      </td>
      <td className={cellStyle}>
        <input
          name={`section ${_id}`}
          aria-label={copy.sectionOf(name)}
          autoComplete="off"
          disabled={!ticked}
          className={`${rowControl} w-14`}
        />
      </td>
      <td className={`${cellStyle} max-md:hidden`}>
        <input
          name={`roll ${_id}`}
          aria-label={copy.rollOf(name)}
          autoComplete="off"
          disabled={!ticked}
          className={`${rowControl} w-16`}
        />
      </td>
    </tr>
  );
}

function Outcome({ answer: { done, refused } }: { answer: RowsDoneView }) {
  return (
    <>
      {done > 0 && <Alert tone="success">{copy.confirmed(done)}</Alert>}
      {refused.length > 0 && (
        <Alert tone="error" title={copy.notConfirmed(refused.length)}>
          <ul>
            {refused.map(({ studentId, name, why }) => (
              <li key={studentId}>{copy.refused(name, why)}</li>
            ))}
          </ul>
        </Alert>
      )}
    </>
  );
}
