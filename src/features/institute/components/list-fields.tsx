import { ChevronDown, ChevronUp, Plus, Trash2 } from "lucide-react";
import { useEffect, useRef } from "react";
import { Button } from "@/components/ui/button";
import { focusBeside } from "@/components/ui/take-focus";
import { screens as copy } from "../messages-screens";
import type { ListSpec } from "../rules-fields";
import { nameOf, type ShownItem, shownIn } from "../rules-form";
import { AddPictures } from "./add-pictures";
import { SpecField } from "./spec-field";

type ListFieldsProps = {
  spec: ListSpec;
  items: readonly ShownItem[];
  onChange: (items: ShownItem[]) => void;
  /** The error of a field, by index of its item and name. */
  faultOf: (place: number, field: string) => string | undefined;
};

let made = 0;

/** The items of a list with their fields; buttons add, remove and move them. */
export function ListFields({ spec, items, onChange, faultOf }: ListFieldsProps) {
  const list = useRef<HTMLOListElement>(null);
  // Uploads finish later, when items may have been moved.
  const latest = useRef(items);
  useEffect(() => {
    latest.current = items;
  }, [items]);
  const pictures = spec.fields.find(({ spread }) => spread)?.place;
  const move = (from: number, to: number) => {
    const moved = items.filter((_, place) => place !== from);
    const item = items[from];
    if (item) onChange([...moved.slice(0, to), item, ...moved.slice(to)]);
  };
  function add() {
    made += 1;
    onChange([...items, { key: `new ${made}`, before: undefined }]);
    // Where to set the focus after the next render.
    requestAnimationFrame(() =>
      list.current?.querySelector<HTMLElement>("li:last-child :is(input, textarea)")?.focus(),
    );
  }
  return (
    <fieldset tabIndex={-1} className="grid grid-cols-1 gap-4">
      <legend className={spec.name === "" ? "sr-only" : "mb-3 font-semibold text-lg"}>{spec.title}</legend>
      {items.length === 0 && <p className="text-ink-soft text-sm">{copy.none}</p>}
      <ol ref={list} className="grid grid-cols-1 gap-4">
        {items.map((item, place) => (
          <li key={item.key} tabIndex={-1} className="rounded-lg">
            <fieldset className="grid grid-cols-1 gap-4 rounded-lg border border-line bg-surface p-4 sm:p-5">
              <legend className="sr-only">{copy.item(spec.one, place + 1)}</legend>
              <div className="flex items-center justify-between gap-3">
                <p aria-hidden className="text-ink-soft text-sm">
                  {copy.item(spec.one, place + 1)}
                </p>
                <ItemButtons
                  what={copy.item(spec.one, place + 1).toLowerCase()}
                  onUp={place > 0 ? () => move(place, place - 1) : undefined}
                  onDown={place < items.length - 1 ? () => move(place, place + 1) : undefined}
                  onRemove={() => onChange(items.filter((_, other) => other !== place))}
                />
              </div>
              {spec.fields.map((field) => (
                <SpecField
                  key={field.name}
                  spec={field}
                  name={nameOf(spec.name, item.key, field.name)}
                  shown={shownIn(item.before, field)}
                  fault={faultOf(place, field.name)}
                />
              ))}
            </fieldset>
          </li>
        ))}
      </ol>
      {pictures ? (
        <AddPictures
          kind={pictures}
          onAdd={(picture) => {
            made += 1;
            onChange([...latest.current, { key: `new ${made}`, before: { ...picture, alt: "" } }]);
          }}
        />
      ) : (
        <div>
          <Button variant="secondary" onClick={add}>
            <Plus aria-hidden className="size-4.5" />
            {copy.add(spec.one)}
          </Button>
        </div>
      )}
    </fieldset>
  );
}

type ItemButtonsProps = {
  what: string;
  onUp: (() => void) | undefined;
  onDown: (() => void) | undefined;
  onRemove: () => void;
};

function ItemButtons({ what, onUp, onDown, onRemove }: ItemButtonsProps) {
  const buttons = [
    { label: copy.up(what), Icon: ChevronUp, act: onUp },
    { label: copy.down(what), Icon: ChevronDown, act: onDown },
    { label: copy.remove(what), Icon: Trash2, act: onRemove },
  ];
  return (
    <div className="-me-2 flex">
      {buttons.map(({ label, Icon, act }) => (
        <button
          key={label}
          type="button"
          aria-label={label}
          // Disabling the button would lose the focus when an item reaches the end.
          aria-disabled={act === undefined}
          onClick={({ currentTarget }) => {
            if (act === onRemove) focusBeside(currentTarget);
            act?.();
          }}
          className="grid size-11 place-items-center rounded-md transition-colors hover:bg-sunken aria-disabled:text-ink-soft aria-disabled:opacity-40 dense:size-9"
        >
          <Icon aria-hidden className="size-4.5" />
        </button>
      ))}
    </div>
  );
}
