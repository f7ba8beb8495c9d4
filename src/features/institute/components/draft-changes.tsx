"use client";

import { useSingleFlight } from "@/components/form/use-single-flight";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Section } from "@/components/ui/section";
import { toast } from "@/components/ui/toast";
import { api } from "@/trpc/client";
import { messageOf } from "@/trpc/failure";
import { screens as copy } from "../messages-screens";
import { sectionForms } from "../rules-fields";
import type { EditedView } from "../schema";

const mostShown = 8;

/** The changes of the draft by section, each with a button to revert it. */
export function DraftChanges({ edited: { changed, changes, draft, base } }: { edited: EditedView }) {
  const { institute } = api.useUtils();
  const mutation = api.institute.takeBack.useMutation({
    onSuccess(now) {
      institute.get.setData(undefined, now);
      toast.success(copy.takenBack);
    },
  });
  const takeBack = useSingleFlight(mutation);
  if (draft === null || changed.length === 0) return null;
  return (
    <Section title={copy.changes}>
      {mutation.error && <Alert tone="error">{messageOf(mutation.error, copy.failed)}</Alert>}
      <ul className="rounded-lg border border-line bg-surface">
        {changed.map((section) => {
          const own = changes.filter((change) => change.section === section);
          const { title } = sectionForms[section];
          return (
            <li key={section} className="grid grid-cols-1 gap-1.5 border-line border-t px-4 py-3 first:border-t-0">
              <div className="flex items-center justify-between gap-3">
                <h3 className="font-semibold text-sm">{title}</h3>
                <Button
                  variant="quiet"
                  size="small"
                  aria-label={copy.takeBackOf(title)}
                  busy={mutation.isPending && mutation.variables.section === section}
                  busyText={copy.takingBack}
                  onClick={() => takeBack({ section, seen: draft, base })}
                >
                  {copy.takeBack}
                </Button>
              </div>
              <dl className="grid grid-cols-1 gap-1 text-sm">
                {own.slice(0, mostShown).map(({ what, before, after }, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: they come together and have no other name
                  <div key={index} className="wrap-anywhere flex flex-wrap gap-x-2">
                    <dt className="text-ink-soft">{what}</dt>
                    <dd>
                      {before && (
                        <del>
                          <span className="sr-only">before: </span>
                          {before}
                        </del>
                      )}{" "}
                      <ins className="font-semibold no-underline">
                        <span className="sr-only">now: </span>
                        {after || copy.nothingBefore}
                      </ins>
                    </dd>
                  </div>
                ))}
              </dl>
              {own.length > mostShown && (
                <p className="text-ink-soft text-sm">{copy.moreChanges(own.length - mostShown)}</p>
              )}
            </li>
          );
        })}
      </ul>
    </Section>
  );
}
