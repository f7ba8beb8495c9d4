import type { ComponentProps, ReactNode } from "react";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { SectionCard } from "@/components/ui/section";
import { copy } from "../messages";

type SettingCardProps = {
  anchor: string;
  title: string;
  lead: string;
  form: ComponentProps<"form">;
  /** What went wrong, unless a field says it. */
  fault?: string | undefined;
  save: string;
  busy: boolean;
  children: ReactNode;
};

/** One setting and its button, which stands at the bottom: cards in a row are of equal height. */
export function SettingCard({ anchor, title, lead, form, fault, save, busy, children }: SettingCardProps) {
  return (
    <SectionCard anchor={anchor} title={title} lead={lead}>
      <form {...form} className="flex grow flex-col justify-between gap-4">
        <div className="grid max-w-text grid-cols-1 gap-3">
          {children}
          {fault && <Alert tone="error">{fault}</Alert>}
        </div>
        <div>
          <Button type="submit" variant="secondary" busy={busy} busyText={copy.saving}>
            {save}
          </Button>
        </div>
      </form>
    </SectionCard>
  );
}
