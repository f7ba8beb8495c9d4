import { clsx } from "clsx";
import { type ReactNode, useId } from "react";

type SettingProps = {
  title: string;
  hint: string;
  /** A button at the edge, a value to read, or a form or list that takes the available width. */
  kind?: "button" | "value" | "form";
  children: ReactNode;
};

const places = {
  button: "justify-items-start lg:justify-items-end",
  value: "lg:justify-items-end lg:text-end",
  form: "",
} as const;

/** One setting of the account page: a description with its controls. */
export function Setting({ title, hint, kind = "button", children }: SettingProps) {
  const id = useId();
  const isValue = kind === "value";
  return (
    <section
      aria-labelledby={id}
      className="grid grid-cols-1 items-start gap-x-10 gap-y-2.5 px-4 py-4 office:py-3 sm:px-5 lg:grid-cols-2"
    >
      {/* On a phone, a value is directly below its name. */}
      <div className={clsx("grid grid-cols-1 gap-0.5", isValue && "max-lg:contents")}>
        <h3 id={id} className="text-base">
          {title}
        </h3>
        <p className={clsx("max-w-form text-ink-soft text-sm", isValue && "max-lg:order-1")}>{hint}</p>
      </div>
      <div className={clsx("grid min-w-0 grid-cols-1", places[kind])}>{children}</div>
    </section>
  );
}
