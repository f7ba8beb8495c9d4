import { useProposal } from "@/components/form/proposed-input";
import { Field } from "@/components/ui/field";
import { Textarea } from "@/components/ui/textarea";
import { enrolCopy as copy } from "../messages-enrol";
import { templateOf } from "../rules-desk";
import type { ApplicationView } from "../schema-desk";

type EnrolMessageProps = {
  application: Pick<ApplicationView, "parentName" | "hasMerged">;
  /** The name of the child as it will be saved. */
  name: string;
  /** The class that is chosen for the child. */
  className: string;
  /** The first day in the class, if it is still to come. */
  from: string;
  mails: boolean;
  fault?: string | undefined;
};

/** The message to the family. The child's name and class suggest a text, unless something was typed. */
export function EnrolMessage({ application, name, className, from, mails, fault }: EnrolMessageProps) {
  const suggested = templateOf("enrolled", { ...application, name, selectedClass: Number(className), from });
  const [template, keep] = useProposal(suggested);
  return (
    <Field label={copy.message} hint={mails ? copy.messageHint : copy.messageHintKept} error={fault} optional>
      {(control) => (
        <Textarea
          {...control}
          key={template}
          name="message"
          rows={5}
          autoComplete="off"
          defaultValue={template}
          onInput={keep}
        />
      )}
    </Field>
  );
}
