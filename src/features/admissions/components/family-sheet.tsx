import type { ReactNode } from "react";
import { Card } from "@/components/ui/card";

type FamilySheetProps = { title: string; lead?: string | undefined; children: ReactNode };

export function FamilySheet({ title, lead, children }: FamilySheetProps) {
  return (
    <div className="page grid justify-items-center py-5 sm:py-16">
      <Card padding="none" className="grid w-full max-w-form grid-cols-1 gap-6 p-5 sm:p-9">
        <div className="grid gap-2">
          <h1 className="text-2xl">{title}</h1>
          {lead && <p className="text-ink-soft">{lead}</p>}
        </div>
        {children}
      </Card>
    </div>
  );
}
