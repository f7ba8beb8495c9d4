import type { ComponentProps } from "react";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";

/** The field `reason` of a form. */
export function ReasonField(field: Omit<ComponentProps<typeof Field>, "children">) {
  return <Field {...field}>{(control) => <Input {...control} name="reason" autoComplete="off" />}</Field>;
}
