"use client";

import { Archive, PencilLine, Undo2 } from "lucide-react";
import { useSingleFlight } from "@/components/form/use-single-flight";
import { RowAction, RowMenu } from "@/components/table/row-menu";
import { Badge } from "@/components/ui/badge";
import { toast } from "@/components/ui/toast";
import { api } from "@/trpc/client";
import { messageOf } from "@/trpc/failure";
import { copy } from "../messages";
import type { SubjectView } from "../schema";

export function SubjectRow({ subject, onEdit }: { subject: SubjectView; onEdit: () => void }) {
  const { _id, name, spellings, isRetired, used } = subject;
  const { subjects } = api.useUtils();
  const retire = api.subjects.retire.useMutation({
    async onSuccess() {
      await subjects.invalidate();
      toast.success(isRetired ? copy.wasRestored(name) : copy.wasRetired(name));
    },
    onError: (error) => void toast.error(messageOf(error, copy.failed)),
  });
  const start = useSingleFlight(retire);

  return (
    <li className="flex items-center gap-3 border-line border-t px-4 py-1.5 sm:px-5 lg:even:border-s lg:last:odd:col-span-2">
      <div className="grid min-w-0 grow grid-cols-1 gap-0.5 py-0.5">
        <div className="flex min-w-0 flex-wrap items-baseline gap-x-2.5 gap-y-0.5">
          <h2 dir="auto" className="wrap-anywhere min-w-0 text-sm">
            {name}
          </h2>
          {isRetired && <Badge tone="neutral">{copy.retired}</Badge>}
          {spellings.length > 0 && (
            <p dir="auto" className="wrap-anywhere min-w-0 text-ink-soft text-xs">
              {copy.also(spellings.join(", "))}
            </p>
          )}
        </div>
        <p className="figures text-ink-soft text-xs">{copy.usedBy(used)}</p>
      </div>
      <RowMenu label={name}>
        <RowAction icon={<PencilLine aria-hidden />} onClick={onEdit}>
          {copy.edit}
        </RowAction>
        <RowAction
          icon={isRetired ? <Undo2 aria-hidden /> : <Archive aria-hidden />}
          onClick={() => start({ id: _id, retired: !isRetired })}
        >
          {isRetired ? copy.restore : copy.retire}
        </RowAction>
      </RowMenu>
    </li>
  );
}
