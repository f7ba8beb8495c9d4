import { type ReactNode, useId } from "react";

/** Settings of the account page that belong together. */
export function SettingGroup({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="ruled mb-6 pt-6 sm:mb-8 office:mb-4 office:pt-5">
      <h2 id={id} className="text-2xl office:text-lg">
        {title}
      </h2>
      <div className="divide-y divide-line">{children}</div>
    </section>
  );
}
