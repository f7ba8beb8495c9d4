import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import type { FormErrors } from "@/trpc/failure";
import { screens as copy } from "../messages-screens";

type Known = { name: string; email: string | null; admissionNo: string | null; bornOn: string | null };

/** The fields of a student's identity, empty for a new one. */
export function IdentityFields({ faults, known }: { faults: FormErrors; known?: Known }) {
  return (
    <>
      <div className="sm:col-span-2">
        <Field label={copy.fields.name} error={faults.name}>
          {(control) => (
            <Input {...control} name="name" autoComplete="off" spellCheck={false} defaultValue={known?.name} />
          )}
        </Field>
      </div>
      <Field label={copy.fields.admissionNo} error={faults.admissionNo} hint={copy.hints.admissionNo} optional>
        {(control) => (
          <Input
            {...control}
            name="admissionNo"
            autoComplete="off"
            spellCheck={false}
            defaultValue={known?.admissionNo ?? ""}
          />
        )}
      </Field>
      <Field label={copy.fields.bornOn} error={faults.bornOn} optional>
        {(control) => (
          <Input {...control} name="bornOn" type="date" autoComplete="off" defaultValue={known?.bornOn ?? ""} />
        )}
      </Field>
      <div className="sm:col-span-2">
        <Field label={copy.fields.email} error={faults.email} hint={copy.hints.email} optional>
          {(control) => (
            <Input {...control} name="email" type="email" autoComplete="off" defaultValue={known?.email ?? ""} />
          )}
        </Field>
      </div>
    </>
  );
}
