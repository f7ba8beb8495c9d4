"use client";

import { useState } from "react";
import { ClassField } from "@/components/ui/class-field";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Link } from "@/components/ui/link";
import { Segmented } from "@/components/ui/segmented";
import { Select } from "@/components/ui/select";
import { api } from "@/trpc/client";
import type { FormErrors } from "@/trpc/failure";
import { copy } from "../messages";
import { staffRoles } from "../schema";

export const grantFieldNames = ["role", "className", "section", "subjectId", "fromDay", "toDay"] as const;

const options = staffRoles.map((value) => ({ value, label: copy.roles[value] }));

/** The fields of a grant: kind, class for teachers, and dates. */
export function GrantFields({ faults }: { faults: FormErrors }) {
  const [role, setRole] = useState("teacher");
  return (
    <>
      <Segmented label={copy.role} name="role" options={options} defaultValue="teacher" onChoose={setRole} />
      {role === "teacher" && <TeacherFields faults={faults} />}
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={copy.fromDay} optional error={faults.fromDay}>
          {(control) => <Input {...control} name="fromDay" type="date" max="9999-12-31" autoComplete="off" />}
        </Field>
        <Field label={copy.toDay} optional hint={copy.untilHint} error={faults.toDay}>
          {(control) => <Input {...control} name="toDay" type="date" max="9999-12-31" autoComplete="off" />}
        </Field>
      </div>
    </>
  );
}

/** Without subjects, only class teachers can be selected. */
function NoSubjects() {
  return (
    <>
      {copy.noSubjects}{" "}
      <Link href="/admin/subjects" className="link">
        {copy.toSubjects}
      </Link>
    </>
  );
}

function TeacherFields({ faults }: { faults: FormErrors }) {
  const subjects = api.subjects.list.useQuery();
  const hasNone = subjects.data?.every(({ isRetired }) => isRetired) ?? false;
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <ClassField name="className" error={faults.className} />
      <Field label={copy.section} optional hint={copy.allSections} error={faults.section}>
        {(control) => <Input {...control} name="section" autoComplete="off" />}
      </Field>
      <div className="sm:col-span-2">
        <Field label={copy.subject} optional hint={hasNone && <NoSubjects />} error={faults.subjectId}>
          {(control) => (
            <Select {...control} name="subjectId" autoComplete="off" defaultValue="">
              <option value="">{copy.noSubject}</option>
              {subjects.data
                ?.filter(({ isRetired }) => !isRetired)
                .map(({ _id, name }) => (
                  <option key={_id} value={_id}>
                    {name}
                  </option>
                ))}
            </Select>
          )}
        </Field>
      </div>
    </div>
  );
}
