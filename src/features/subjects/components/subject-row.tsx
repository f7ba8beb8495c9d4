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
    <li className="flex items-center gap-1 border-line border-t py-1 ps-3.5 pe-1 first:border-t-0">
      <div className="grid min-w-0 grow grid-cols-1 items-center gap-x-4 gap-y-0.5 py-1 md:grid-cols-3">
        <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
          <h3 dir="auto" className="wrap-anywhere text-sm">
            {name}
          </h3>
          {isRetired && <Badge tone="neutral">{copy.retired}</Badge>}
        </div>
        <p dir="auto" className="wrap-anywhere text-ink-soft text-xs">
          {spellings.length > 0 && copy.also(spellings.join(", "))}
        </p>
        <p className="figures text-ink-soft text-xs">{copy.usedBy(used.materials, used.results, used.tests)}</p>
      </div>
      <Button
        variant="quiet"
        aria-label={isRetired ? copy.restoreSubject(name) : copy.retireSubject(name)}
        busy={retire.isPending}
        onClick={() => start({ id: _id, retired: !isRetired })}
      >
        {isRetired ? copy.restore : copy.retire}
      </Button>
      <Button variant="quiet" aria-label={copy.editSubject(name)} onClick={onEdit}>
        <PencilLine aria-hidden className="size-5" />
      </Button>
    </li>
  );
}
