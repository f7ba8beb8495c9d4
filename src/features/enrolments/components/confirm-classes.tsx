"use client";

import { useState } from "react";
import { useServerForm } from "@/components/form/use-server-form";
import { YearLink } from "@/components/site/year-link";
import { Col } from "@/components/table/col";
import { headStyle, tableStyle } from "@/components/table/table-style";
import { Tick } from "@/components/table/tick";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { usePageRefresh } from "@/components/ui/page-refresh";
import { passFocusOn } from "@/components/ui/take-focus";
import { dateHere } from "@/content/institute";
import { shownDate } from "@/lib/dates";
import { api } from "@/trpc/client";
import { issuesOf, messageOf, RefusedError } from "@/trpc/failure";
import { screens as copy } from "../messages-screens";
import type { ConfirmedView } from "../schema";
import { fieldOf, type Proposed, ProposedRow, parts } from "./proposed-row";

const head = `${headStyle} max-sm:px-1`;

type ConfirmClassesProps = { students: readonly Proposed[]; total: number };

/** The errors of a request, each at the field of its row. */
function atRows(error: unknown, rows: readonly { studentId: string }[]): unknown {
  const issues = issuesOf(error).map(({ path, message }) => {
    const [list, index, part] = path;
    const row = list === "students" && typeof index === "number" ? rows[index] : undefined;
    return { path: row ? [fieldOf(String(part), row.studentId)] : path, message };
  });
  return issues.length === 0 ? error : new RefusedError(messageOf(error, copy.failedSave), issues);
}

/** The classes proposed by the latest results, to be checked and confirmed together. */
export function ConfirmClasses({ students, total }: ConfirmClassesProps) {
  const refresh = usePageRefresh();
  const { students: roster } = api.useUtils();
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const confirm = api.enrolments.confirmProposed.useMutation();
  const chosen = students.filter(({ _id }) => !left.has(_id));
  const fields = chosen.flatMap(({ _id }) => parts.map((part) => fieldOf(part, _id)));
  const { form, faults, failure, busy, answer } = useServerForm<string, ConfirmedView>({
    fields,
    send(given) {
      const of = (part: (typeof parts)[number], id: string) => given[fieldOf(part, id)] ?? "";
      const rows = chosen.map(({ _id: id }) => ({
        studentId: id,
        className: of("className", id),
        section: of("section", id),
        rollNo: of("rollNo", id),
      }));
      return confirm.mutateAsync({ students: rows }).catch((error: unknown) => {
        throw atRows(error, rows);
      });
    },
    onDone() {
      void roster.list.invalidate();
      refresh();
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
    <form {...form} tabIndex={-1} noValidate className="grid grid-cols-1 gap-3">
      {answer && <Outcome answer={answer} />}
      {faults.year ? (
        <Alert tone="error" action={<YearLink />}>
          {copy.noYear}
        </Alert>
      ) : (
        failure && <Alert tone="error">{messageOf(failure, copy.failedSave)}</Alert>
      )}
      {students.length === 0 ? (
        <p className="py-2 text-ink-soft">{copy.noneProposed}</p>
      ) : (
        <>
          <table aria-label={copy.confirmTitle} className={tableStyle}>
            <thead>
              <tr>
                <Col className={`${head} w-11`}>
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
                </Col>
                <Col className={head}>{copy.heads.name}</Col>
                <Col className={`${headStyle} max-md:hidden`}>{copy.heads.last}</Col>
                <Col className={head}>{copy.heads.class}</Col>
                <Col className={head}>{copy.heads.section}</Col>
                <Col className={head}>{copy.heads.roll}</Col>
              </tr>
            </thead>
            <tbody>
              {students.map((student) => (
                <ProposedRow
                  key={student._id}
                  student={student}
                  ticked={!left.has(student._id)}
                  faults={faults}
                  onTick={(ticked) => setTicked([student._id], ticked)}
                />
              ))}
            </tbody>
          </table>
          <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
            <Button
              ref={passFocusOn}
              type="submit"
              disabled={chosen.length === 0}
              busy={busy}
              busyText={copy.confirming}
            >
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

function Outcome({ answer: { done, refused, firstDay } }: { answer: ConfirmedView }) {
  const isAhead = firstDay > dateHere(new Date());
  return (
    <>
      {done > 0 && (
        <Alert tone="success">{isAhead ? copy.confirmedAhead(done, shownDate(firstDay)) : copy.confirmed(done)}</Alert>
      )}
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
