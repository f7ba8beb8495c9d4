import type { ReactNode } from "react";
import { Card } from "@/components/ui/card";

/** The frame of login and signup: one sheet in the middle of the page. */
export function AccountPage({ title, lead, children }: { title: string; lead: string; children: ReactNode }) {
  return (
    <div className="page grid justify-items-center py-10 sm:py-16">
      <Card padding="roomy" className="grid w-full max-w-form gap-6">
        <div className="grid gap-2">
          <h1 className="text-2xl">{title}</h1>
          <p className="text-ink-soft">{lead}</p>
        </div>
        {children}
      </Card>
    </div>
  );
}
