"use client";

import { useState } from "react";
import { FormEnd } from "@/components/form/form-end";
import { useServerForm } from "@/components/form/use-server-form";
import { FormDialog } from "@/components/ui/form-dialog";
import { usePageRefresh } from "@/components/ui/page-refresh";
import { toast } from "@/components/ui/toast";
import { api } from "@/trpc/client";
import { screens as copy } from "../messages-screens";
import type { SheetView } from "../schema";
import { ExamTicks, PeriodFields, periodOf, setFieldNames, tickedOf, ticksOf } from "./set-fields";

type EditSetProps = { sheet: Pick<SheetView, "set" | "exams">; onClose: () => void };

/** Edits period and exams of a set. */
export function EditSet({ sheet: now, onClose }: EditSetProps) {
  // The version at opening: a later change by somebody else is reported as a conflict, not overwritten.
  const [{ set, exams }] = useState(now);
  const refresh = usePageRefresh();
  const { reportCards } = api.useUtils();
  const { className, section, year } = set;
  const place = { class: className, year: year._id, ...(section && { section }) };
  const found = api.reportCards.choices.useQuery(place);
  const chosen = new Set(exams.map(({ _id }) => _id));
  const kept = exams.filter(({ _id }) => !found.data?.some((one) => one._id === _id));
  const offered = found.data ? [...found.data, ...kept] : [];
  const edit = api.reportCards.edit.useMutation();
  const { form, faults, failure, busy } = useServerForm({
    fields: [...setFieldNames, ...ticksOf(offered)],
    send: (given: Record<string, string>) =>
      edit.mutateAsync({
        ...periodOf(given),
        lastDay: given.lastDay ?? "",
        id: set._id,
        rowVersion: set.rowVersion,
        examIds: tickedOf(given, offered),
      }),
    once: true,
    onDone() {
      toast.success(copy.changed);
      void reportCards.invalidate();
      onClose();
      refresh();
    },
  });
  return (
    <FormDialog title={copy.editTitle} lead={copy.editLead} onClose={onClose}>
      <form {...form} noValidate autoComplete="off" className="grid grid-cols-1 gap-4">
        <PeriodFields faults={faults} known={set} />
        <ExamTicks
          choices={offered}
          ticked={chosen}
          error={faults.examIds}
          failed={found.isError && !found.data ? found : undefined}
          empty={copy.loadingExams}
        />
        <FormEnd failure={failure} failed={copy.changeFailed} busy={busy} busyText={copy.saving}>
          {copy.saveButton}
        </FormEnd>
      </form>
    </FormDialog>
  );
}
