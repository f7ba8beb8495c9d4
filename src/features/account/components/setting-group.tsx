import { type ReactNode, useId } from "react";
import { Card } from "@/components/ui/card";

/** Settings of the account page that belong together. */
export function SettingGroup({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="mb-8 grid grid-cols-1 gap-3 office:mb-6">
      <h2 id={id} className="text-lg">
        {title}
      </h2>
      <Card padding="none" className="divide-y divide-line">
        {children}
      </Card>
    </section>
  );
}
