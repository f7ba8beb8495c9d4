"use client";

import { useState } from "react";
import { useSingleFlight } from "@/components/form/use-single-flight";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Moment } from "@/components/ui/clock";
import { Dialog } from "@/components/ui/dialog";
import { Section } from "@/components/ui/section";
import { toast } from "@/components/ui/toast";
import { api } from "@/trpc/client";
import { messageOf } from "@/trpc/failure";
import { screens as copy } from "../messages-screens";
import type { EditedView } from "../schema";

/** Earlier published versions; each can be restored as the draft. */
export function Versions({ edited: { versions, draft, base, changed } }: { edited: EditedView }) {
  const { institute } = api.useUtils();
  const [chosen, setChosen] = useState<string>();
  const mutation = api.institute.bringBack.useMutation({
    onSuccess(now) {
      institute.get.setData(undefined, now);
      setChosen(undefined);
      toast.success(copy.broughtBack);
    },
  });
  const bringBack = useSingleFlight(mutation);
  const fault = mutation.error ? messageOf(mutation.error, copy.failed) : undefined;
  if (versions.length === 0) return null;
  return (
    <Section title={copy.earlier} lead={copy.earlierLead}>
      {fault && chosen === undefined && <Alert tone="error">{fault}</Alert>}
      <ul className="rounded-lg border border-line bg-surface">
        {versions.map(({ _id, at, by }) => (
          <li
            key={_id}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-line border-t py-1.5 ps-4 pe-2 text-sm first:border-t-0"
          >
            <p>
              <Moment at={at} />
              {by && `, ${by}`}
            </p>
            <Button
              variant="quiet"
              busy={mutation.isPending && mutation.variables.id === _id}
              busyText={copy.bringingBack}
              onClick={() => (changed.length > 0 ? setChosen(_id) : bringBack({ id: _id, seen: draft, base }))}
            >
              {copy.bringBack}
            </Button>
          </li>
        ))}
      </ul>
      <Dialog
        open={chosen !== undefined}
        onOpenChange={(open) => open || setChosen(undefined)}
        title={copy.replaceQuestion}
        description={copy.replaceHint}
        confirmLabel={copy.bringBack}
        busy={mutation.isPending}
        busyText={copy.bringingBack}
        error={fault}
        onConfirm={() => chosen && bringBack({ id: chosen, seen: draft, base })}
      />
    </Section>
  );
}
