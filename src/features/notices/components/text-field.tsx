"use client";

import { Link2, List, ListOrdered } from "lucide-react";
import { useRef } from "react";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Textarea } from "@/components/ui/textarea";
import { screens as copy } from "../messages-screens";

type TextFieldProps = { initial: string; error: string | undefined; onText: (text: string) => void };

/** The text of a notice: a plain textarea with three buttons that insert markup. */
export function TextField({ initial, error, onText }: TextFieldProps) {
  const area = useRef<HTMLTextAreaElement>(null);

  function put(write: (chosen: string) => string) {
    const field = area.current;
    if (!field) return;
    field.focus();
    const { selectionStart, selectionEnd, value } = field;
    field.setRangeText(write(value.slice(selectionStart, selectionEnd)), selectionStart, selectionEnd, "end");
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }

  const lines = (mark: (index: number) => string) => (chosen: string) =>
    (chosen || " ")
      .split("\n")
      .map((line, index) => `${mark(index)} ${line.trimStart()}`)
      .join("\n");

  const tools = [
    { label: copy.tools.list, icon: <List aria-hidden className="size-5" />, write: lines(() => "-") },
    {
      label: copy.tools.numbers,
      icon: <ListOrdered aria-hidden className="size-5" />,
      write: lines((at) => `${at + 1}.`),
    },
    {
      label: copy.tools.link,
      icon: <Link2 aria-hidden className="size-5" />,
      write: (chosen: string) => `[${chosen || copy.linkWords}](https://)`,
    },
  ];
  return (
    <div className="grid grid-cols-1 gap-1.5">
      <Field label={copy.text} hint={copy.textHint} error={error}>
        {(control) => (
          <Textarea
            {...control}
            ref={area}
            name="text"
            rows={10}
            dir="auto"
            defaultValue={initial}
            onInput={({ currentTarget }) => onText(currentTarget.value)}
          />
        )}
      </Field>
      <div className="-ms-3 flex flex-wrap gap-1">
        {tools.map(({ label, icon, write }) => (
          <Button key={label} variant="quiet" size="small" onClick={() => put(write)}>
            {icon}
            {label}
          </Button>
        ))}
      </div>
    </div>
  );
}
