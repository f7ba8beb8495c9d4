"use client";

import type { ReactNode } from "react";
import type { useServerForm } from "@/components/form/use-server-form";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { SectionCard } from "@/components/ui/section";
import { copy } from "../messages";
import { useChanged } from "./use-changed";

type SettingCardProps = {
  anchor: string;
  title: string;
  lead: string;
  form: ReturnType<typeof useServerForm>["form"] & { noValidate?: boolean };
  /** What went wrong, unless a field says it. */
  fault?: string | undefined;
  save: string;
  busy: boolean;
  /** The last change was saved. */
  isSaved: boolean;
  children: ReactNode;
};

/**
 * One setting and its button, which stands at the bottom: cards in a row are of equal height. The button stands out once
 * there is something to save.
 */
export function SettingCard({ anchor, title, lead, form, fault, save, busy, isSaved, children }: SettingCardProps) {
  const { isChanged, compare, remember } = useChanged(form.ref, isSaved);
  return (
    <SectionCard anchor={anchor} title={title} lead={lead}>
      <form
        {...form}
        // A browser that filled in what was typed before the reload would pass it off as saved.
        autoComplete="off"
        onChange={({ currentTarget }) => compare(currentTarget)}
        onSubmit={(event) => {
          remember(event.currentTarget);
          void form.onSubmit(event);
        }}
        className="flex grow flex-col justify-between gap-4"
      >
        <div className="grid max-w-text grid-cols-1 gap-3">
          {children}
          {fault && <Alert tone="error">{fault}</Alert>}
        </div>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button type="submit" variant={isChanged ? "primary" : "secondary"} busy={busy} busyText={copy.saving}>
            {save}
          </Button>
          {isChanged && !busy && <p className="text-ink-soft text-sm">{copy.notSaved}</p>}
        </div>
      </form>
    </SectionCard>
  );
}
