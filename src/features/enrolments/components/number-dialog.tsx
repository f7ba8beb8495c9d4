"use client";

import { AskDialog } from "@/components/form/ask-dialog";
import { toast } from "@/components/ui/toast";
import { placeName } from "@/lib/place-name";
import { api } from "@/trpc/client";
import { codeOf, messageOf } from "@/trpc/failure";
import { screens as copy } from "../messages-screens";
import type { NumberByNameInput, NumbersView } from "../schema-promotion";

type NumberDialogProps = { of: NumberByNameInput; found: NumbersView; onChanged: () => void; onClose: () => void };

export function NumberDialog({ of, found, onChanged, onClose }: NumberDialogProps) {
  const { students: count, numbered, sections } = found;
  const { students } = api.useUtils();
  const numbers = api.enrolments.numberByName.useMutation({
    onError: (error) => codeOf(error) === "CONFLICT" && onChanged(),
    async onSuccess(given) {
      await students.list.invalidate();
      onClose();
      toast.success(copy.numbered(given));
    },
  });
  return (
    <AskDialog
      open
      onOpenChange={(open) => open || onClose()}
      title={copy.numberQuestion(placeName(of.className, of.section ?? null))}
      description={
        <>
          <p>{copy.numberFacts(count, sections)}</p>
          {numbered > 0 && <p className="mt-2">{copy.replaced(numbered)}</p>}
        </>
      }
      confirmLabel={copy.number}
      confirmVariant={numbered > 0 ? "danger" : "primary"}
      busyText={copy.numbering}
      of={numbers}
      input={{ ...of, seen: found }}
      failed={messageOf(numbers.error, copy.failedSave)}
    />
  );
}
