import { useState } from "react";
import { Field } from "@/components/ui/field";
import { Textarea } from "@/components/ui/textarea";
import { enrolCopy as copy } from "../messages-enrol";
import { templateOf } from "../rules-desk";
import type { ApplicationView } from "../schema-desk";

type EnrolMessageProps = {
  application: Pick<ApplicationView, "parentName" | "name" | "hasMerged">;
  /** The class that is chosen for the child. */
  className: string;
  mails: boolean;
  fault?: string | undefined;
};

/** The message to the family. The class that is chosen suggests a text, unless something was typed. */
export function EnrolMessage({ application, className, mails, fault }: EnrolMessageProps) {
  /** The class whose text somebody has changed: it stays. */
  const [changed, setChanged] = useState<string>();
  const template = changed ?? className;
  return (
    <Field label={copy.message} hint={mails ? copy.messageHint : copy.messageHintKept} error={fault} optional>
      {(control) => (
        <Textarea
          {...control}
          key={template}
          name="message"
          rows={5}
          autoComplete="off"
          defaultValue={templateOf("enrolled", { ...application, selectedClass: Number(template) })}
          onInput={() => setChanged(template)}
        />
      )}
    </Field>
  );
}
