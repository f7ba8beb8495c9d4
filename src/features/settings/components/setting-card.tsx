"use client";

import { type ComponentProps, type ReactNode, useEffect } from "react";
import { ChangeForm } from "@/components/form/change-form";
import { Alert } from "@/components/ui/alert";
import { SectionCard } from "@/components/ui/section";
import { takeLostFocus } from "@/components/ui/take-focus";
import { copy } from "../messages";

type SettingCardProps = Pick<ComponentProps<typeof ChangeForm>, "form" | "save" | "busy" | "isSaved"> & {
  anchor: string;
  title: string;
  lead: string;
  /** The error, unless a field shows it. */
  fault?: string | undefined;
  /** The number of times that the fields were reset to the saved values. */
  turn?: number;
  children: ReactNode;
};

/** One setting with its button, which is at the bottom, because cards in a row have equal height. */
export function SettingCard({ anchor, title, lead, fault, turn = 0, children, ...form }: SettingCardProps) {
  const { ref } = form.form;
  // The focus was on the button, which disappears until something is changed again.
  useEffect(() => {
    if (turn > 0) takeLostFocus(ref.current);
  }, [turn, ref]);
  return (
    <SectionCard anchor={anchor} title={title} lead={lead}>
      <ChangeForm key={turn} {...form} saving={copy.saving} className="flex grow flex-col justify-between gap-4">
        <div className="grid max-w-text grid-cols-1 gap-3">
          {children}
          {fault && <Alert tone="error">{fault}</Alert>}
        </div>
      </ChangeForm>
    </SectionCard>
  );
}
