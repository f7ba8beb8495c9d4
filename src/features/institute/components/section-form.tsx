"use client";

import { hashKey } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { useServerForm } from "@/components/form/use-server-form";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { usePageRefresh } from "@/components/ui/page-refresh";
import { toast } from "@/components/ui/toast";
import type { SiteSection } from "@/lib/site-content";
import { api } from "@/trpc/client";
import { codeOf, issuesOf, messageOf } from "@/trpc/failure";
import { screens as copy } from "../messages-screens";
import { sectionForms } from "../rules-fields";
import { itemsOf, type ShownItem, sectionFrom, shownIn } from "../rules-form";
import type { EditedView, SectionInput } from "../schema";
import { ListFields } from "./list-fields";
import { FormOfPictures } from "./send-picture";
import { SitePreview } from "./site-preview";
import { SpecField } from "./spec-field";

type SectionFormProps = { section: SiteSection; found: EditedView };

/** The form of one section of the site. Saving updates the draft. */
export function SectionForm({ section, found }: SectionFormProps) {
  const spec = sectionForms[section];
  const content = found.content[section];
  const refresh = usePageRefresh();
  const [saved, setSaved] = useState(found);
  const [items, setItems] = useState<Record<string, ShownItem[]>>(() =>
    Object.fromEntries(
      spec.lists.map(({ name }) => [
        name,
        itemsOf(content, name).map((before, place): ShownItem => ({ key: String(place), before })),
      ]),
    ),
  );
  const [sending, setSending] = useState(0);
  // Changes of pictures and of the order of a list are not visible in any control.
  const [isUnsent, setIsUnsent] = useState(false);
  const pictures = useMemo(
    () => ({
      count: (change: 1 | -1) => setSending((count) => count + change),
      changed: () => setIsUnsent(true),
    }),
    [],
  );
  const save = api.institute.save.useMutation();
  const { institute } = api.useUtils();
  const textOf = ({ content: all }: EditedView) => hashKey([all[section]]);
  const sendFrom = ({ draft, base }: EditedView, value: unknown) =>
    save.mutateAsync({ section, value, seen: draft, base } as SectionInput);
  const { form, error, busy } = useServerForm({
    fields: [],
    send() {
      const given = new FormData(form.ref.current ?? undefined);
      const value = sectionFrom(spec, content, items, (name) => String(given.get(name) ?? ""));
      return sendFrom(saved, value).catch(async (refusal: unknown) => {
        if (codeOf(refusal) !== "CONFLICT") throw refusal;
        // A colleague may have saved only other sections.
        const latest = await institute.get.fetch(undefined, { staleTime: 0 });
        if (textOf(latest) !== textOf(saved)) throw refusal;
        return sendFrom(latest, value);
      });
    },
    onDone(edited) {
      setSaved(edited);
      setIsUnsent(false);
      // Updates the list of sections without another request.
      institute.get.setData(undefined, edited);
      toast.success(copy.saved);
      // So that returning to this page shows the saved content.
      refresh();
    },
  });
  const faults = new Map(issuesOf(error).map(({ path, message }) => [path.join("."), message]));
  // Issues have the path of the value: value.team.0.name, value.0.links.1.href.
  const faultAt = (...path: (string | number)[]) => {
    const start = ["value", ...path].filter((step) => step !== "").join(".");
    return [...faults].find(([at]) => at === start || at.startsWith(`${start}.`))?.[1];
  };
  return (
    <FormOfPictures value={pictures}>
      <div className="grid grid-cols-1 items-start gap-x-10 gap-y-10 xl:grid-cols-2">
        <form
          {...form}
          noValidate
          data-unsent={isUnsent ? "" : undefined}
          className="grid max-w-text grid-cols-1 gap-8"
        >
          {spec.fields.length > 0 && (
            <div className="grid grid-cols-1 gap-5">
              {spec.fields.map((field) => (
                <SpecField
                  key={field.name}
                  spec={field}
                  name={field.name}
                  shown={shownIn(content as Record<string, unknown>, field)}
                  fault={faultAt(field.name)}
                />
              ))}
            </div>
          )}
          {spec.lists.map((list) => (
            <ListFields
              key={list.name}
              spec={list}
              items={items[list.name] ?? []}
              onChange={(changed) => {
                setIsUnsent(true);
                setItems({ ...items, [list.name]: changed });
              }}
              faultOf={(place, field) => faultAt(list.name, place, field)}
            />
          ))}
          {error && <Alert tone="error">{messageOf(error, copy.failed)}</Alert>}
          <div>
            <Button type="submit" busy={busy || sending > 0} busyText={busy ? copy.saving : copy.sendingPicture}>
              {copy.save}
            </Button>
          </div>
        </form>
        <div className="xl:sticky xl:top-6">
          <SitePreview path={spec.path} version={saved.draft} />
        </div>
      </div>
    </FormOfPictures>
  );
}
