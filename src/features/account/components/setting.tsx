import { type ReactNode, useId } from "react";

type SettingProps = {
  title: string;
  hint: string;
  children: ReactNode;
};

/** One setting of the account page: a description with its controls. */
export function Setting({ title, hint, children }: SettingProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="grid grid-cols-1 items-start gap-x-14 gap-y-5 py-6 sm:py-7 lg:grid-cols-12"
    >
      <div className="grid grid-cols-1 gap-1.5 lg:col-span-5">
        <h3 id={id} className="text-lg office:text-base">
          {title}
        </h3>
        <p className="max-w-form text-ink-soft text-sm">{hint}</p>
      </div>
      <div className="min-w-0 max-w-form lg:col-span-7">{children}</div>
    </section>
  );
}
