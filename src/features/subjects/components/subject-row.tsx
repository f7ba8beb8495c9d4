"use client";

import { PencilLine } from "lucide-react";
import { useSingleFlight } from "@/components/form/use-single-flight";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
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
    <li className="flex items-center gap-1 border-line border-t py-1.5 ps-4 pe-1 sm:ps-5 sm:pe-2 lg:even:border-s lg:last:odd:col-span-2">
      <div className="grid min-w-0 grow grid-cols-1 gap-0.5 py-0.5">
        <div className="flex min-w-0 flex-wrap items-baseline gap-x-2.5 gap-y-0.5">
          <h4 dir="auto" className="wrap-anywhere min-w-0 text-sm">
            {name}
          </h4>
          {isRetired && <Badge tone="neutral">{copy.retired}</Badge>}
          {spellings.length > 0 && (
            <p dir="auto" className="wrap-anywhere min-w-0 text-ink-soft text-xs">
              {copy.also(spellings.join(", "))}
            </p>
          )}
        </div>
        <p className="figures text-ink-soft text-xs">{copy.usedBy(used.materials, used.results, used.tests)}</p>
      </div>
      <Button
        variant="quiet"
        size="small"
        aria-label={isRetired ? copy.restoreSubject(name) : copy.retireSubject(name)}
        busy={retire.isPending}
        onClick={() => start({ id: _id, retired: !isRetired })}
      >
        {isRetired ? copy.restore : copy.retire}
      </Button>
      <Button variant="quiet" size="small" title={copy.edit} aria-label={copy.editSubject(name)} onClick={onEdit}>
        <PencilLine aria-hidden className="size-4.5" />
        <span className="max-lg:hidden">{copy.edit}</span>
      </Button>
    </li>
  );
}
