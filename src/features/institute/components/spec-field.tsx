import { Checkbox } from "@/components/ui/checkbox";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Textarea } from "@/components/ui/textarea";
import type { FieldSpec } from "../rules-fields";
import { PictureField } from "./picture-field";

type SpecFieldProps = { spec: FieldSpec; name: string; shown: string; fault: string | undefined };

/** One field of the site, rendered by its kind. */
export function SpecField({ spec, name, shown, fault }: SpecFieldProps) {
  const { label, hint, kind, lines, place, optional = false } = spec;
  if (kind === "picture") {
    return <PictureField {...{ label, hint, name, shown, fault, optional }} place={place ?? "gallery"} />;
  }
  if (kind === "ticked") return <Checkbox name={name} label={label} defaultChecked={shown === "true"} />;
  return (
    <Field label={label} optional={optional} error={fault} hint={hint}>
      {(control) =>
        lines || kind === "links" ? (
          <Textarea {...control} name={name} rows={shown.length > 200 ? 6 : 3} defaultValue={shown} />
        ) : (
          <Input
            {...control}
            name={name}
            defaultValue={shown}
            autoComplete="off"
            inputMode={kind === "number" ? "numeric" : kind === "email" ? "email" : undefined}
          />
        )
      }
    </Field>
  );
}
