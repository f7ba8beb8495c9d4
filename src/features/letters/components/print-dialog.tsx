"use client";

import { useState } from "react";
import { useSingleFlight } from "@/components/form/use-single-flight";
import { ProductFacts } from "@/components/site/product-facts";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/form-dialog";
import { usePageRefresh } from "@/components/ui/page-refresh";
import { Select } from "@/components/ui/select";
import { toast } from "@/components/ui/toast";
import { saveBytes } from "@/lib/save-file";
import { api } from "@/trpc/client";
import { messageOf } from "@/trpc/failure";
import { copy } from "../messages";
import { capitalised } from "../rules";
import { Preview } from "./preview";

type PrintDialogProps = { id: string; name: string; onClose: () => void };

/** Shows who will be able to log in with the letter, and prints it. */
export function PrintDialog({ id, name, onClose }: PrintDialogProps) {
  const refresh = usePageRefresh();
  const { codes, letters, students } = api.useUtils();
  const [guardianId, setGuardianId] = useState<string>();
  const preview = api.letters.preview.useQuery({ id }, { staleTime: 0 });
  const print = api.letters.print.useMutation({
    onSuccess(letter) {
      saveBytes(letter.name, letter.type, letter.base64);
      toast.success(copy.made);
      onClose();
      void codes.list.invalidate();
      void students.list.invalidate();
      refresh();
    },
    // The guardian who was shown may no longer need a code.
    onError: () => void letters.preview.invalidate(),
  });
  const printOnce = useSingleFlight(print);
  const chosen = preview.data?.guardians.find(({ _id }) => _id === guardianId);
  const unprintable = (chosen ?? preview.data)?.unprintable;
  const shown = chosen ?? preview.data?.guardians[0];
  const isLeftOut = shown?.leavesOutStudent;
  return (
    <FormDialog title={copy.printFor(name)} lead={copy.one} onClose={onClose}>
      <Preview query={preview}>
        {({ people, guardians, address, ownFacts }) => (
          <>
            {people.length === 0 && <Alert tone="info">{copy.noNeed}</Alert>}
            {people.length > 0 && (
              <ul className="rounded-md border border-line">
                {people
                  .filter(({ relation }) => relation !== null || !isLeftOut)
                  .map((one) => (one.relation === null ? one : (chosen ?? one)))
                  .map((person) => (
                    <li
                      key={person.relation ?? ""}
                      className="flex flex-wrap justify-between gap-x-4 border-line border-t px-4 py-2.5 text-sm first:border-t-0"
                    >
                      <span className="wrap-anywhere font-semibold">{person.name}</span>
                      <span className="text-ink-soft">
                        {person.relation === null ? copy.student : capitalised(person.relation)}
                      </span>
                    </li>
                  ))}
              </ul>
            )}
            {guardians.length > 1 && (
              <Field label={copy.guardian}>
                {(control) => (
                  <Select {...control} onChange={({ target }) => setGuardianId(target.value)}>
                    {guardians.map(({ _id, name: guardian, relation }) => (
                      <option key={_id} value={_id}>
                        {`${guardian}, ${relation}`}
                      </option>
                    ))}
                  </Select>
                )}
              </Field>
            )}
            {isLeftOut && <p className="text-sm">{copy.leftOut}</p>}
            {people.length > 0 && (
              <p className="wrap-anywhere text-ink-soft text-sm">
                {copy.oneStays} {copy.leads(address)}
              </p>
            )}
            {people.length > 0 && !ownFacts && <ProductFacts />}
            {unprintable && <Alert tone="error">{copy.noType(unprintable)}</Alert>}
            {print.error && <Alert tone="error">{messageOf(print.error, copy.makeFailed)}</Alert>}
            <div className="question-end grid sm:justify-end">
              <Button
                disabled={people.length === 0 || Boolean(unprintable)}
                busy={print.isPending}
                busyText={copy.making}
                onClick={() => printOnce({ id, guardianId: shown?._id })}
              >
                {copy.make}
              </Button>
            </div>
          </>
        )}
      </Preview>
    </FormDialog>
  );
}
