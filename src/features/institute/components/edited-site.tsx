"use client";

import { useState } from "react";
import { useSingleFlight } from "@/components/form/use-single-flight";
import { Alert } from "@/components/ui/alert";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { ButtonLink } from "@/components/ui/button-link";
import { Moment } from "@/components/ui/clock";
import { Dialog } from "@/components/ui/dialog";
import { Section } from "@/components/ui/section";
import { toast } from "@/components/ui/toast";
import type { SiteSection } from "@/lib/site-content";
import { api } from "@/trpc/client";
import { messageOf } from "@/trpc/failure";
import { screens as copy } from "../messages-screens";
import { sectionForms } from "../rules-fields";
import type { EditedView } from "../schema";
import { DraftChanges } from "./draft-changes";
import { SitePreview } from "./site-preview";
import { Versions } from "./versions";

const sections = Object.keys(sectionForms) as SiteSection[];

/** The sections of the site, the unpublished changes, and the earlier versions. */
export function EditedSite({ found }: { found: EditedView | undefined }) {
  const { data } = api.institute.get.useQuery(undefined, { ...(found && { initialData: found }) });
  if (!data) return null;
  return (
    <div className="grid grid-cols-1 items-start gap-x-10 gap-y-10 xl:grid-cols-2">
      <div className="grid grid-cols-1 gap-10">
        <DraftState edited={data} />
        <DraftChanges edited={data} />
        <Section title={copy.parts}>
          <ul className="grid grid-cols-1 border-line border-t">
            {sections.map((section) => (
              <li key={section} className="flex items-center justify-between gap-x-6 border-line border-b py-3">
                <div className="grid min-w-0 gap-0.5">
                  <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
                    {sectionForms[section].title}
                    {data.changed.includes(section) && <Badge tone="warning">{copy.changed}</Badge>}
                  </p>
                  <p className="text-ink-soft text-sm">{sectionForms[section].lead}</p>
                </div>
                <ButtonLink href={`/admin/institute/${section}`} variant="secondary">
                  Edit
                  <span className="sr-only">{sectionForms[section].title}</span>
                </ButtonLink>
              </li>
            ))}
          </ul>
        </Section>
        <Versions edited={data} />
      </div>
      <SitePreview version={data.draft ?? data.published?.at.getTime() ?? null} />
    </div>
  );
}

function DraftState({ edited: { draft, changed, published } }: { edited: EditedView }) {
  const { institute } = api.useUtils();
  const [asking, setAsking] = useState(false);
  const finish = (said: string) => (now: EditedView) => {
    institute.get.setData(undefined, now);
    setAsking(false);
    toast.success(said);
  };
  const publication = api.institute.publish.useMutation({ onSuccess: finish(copy.published) });
  const removal = api.institute.discard.useMutation({ onSuccess: finish(copy.discarded) });
  const publish = useSingleFlight(publication);
  const discard = useSingleFlight(removal);
  return (
    <div className="grid grid-cols-1 gap-3 rounded-lg border border-line bg-surface p-5">
      <p className="text-sm">
        {published ? (
          <>
            Published on <Moment at={published.at} />
            {published.by && ` by ${published.by}`}.{" "}
          </>
        ) : (
          `${copy.never} `
        )}
        <strong>
          {draft === null ? copy.noDraft : changed.length > 0 ? copy.hasDraft(changed.length) : copy.sameDraft}
        </strong>
      </p>
      {publication.error && <Alert tone="error">{messageOf(publication.error, copy.failed)}</Alert>}
      {draft !== null && (
        <div className="flex flex-wrap gap-3">
          {changed.length > 0 && (
            <Button busy={publication.isPending} busyText={copy.publishing} onClick={() => publish({ seen: draft })}>
              {copy.publish}
            </Button>
          )}
          <Button variant="quiet" onClick={() => setAsking(true)}>
            {copy.discard}
          </Button>
        </div>
      )}
      <Dialog
        open={asking}
        onOpenChange={setAsking}
        title={copy.discardQuestion}
        description={copy.discardHint}
        confirmLabel={copy.discard}
        busy={removal.isPending}
        busyText={copy.discarding}
        error={removal.error ? messageOf(removal.error, copy.failed) : undefined}
        onConfirm={() => draft !== null && discard({ seen: draft })}
      />
    </div>
  );
}
