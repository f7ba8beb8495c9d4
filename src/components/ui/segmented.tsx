type SegmentedProps<Value extends string> = {
  /** What is chosen here, for screen readers. */
  label: string;
  name: string;
  options: readonly { value: Value; label: string }[];
  defaultValue: Value;
  onChoose?: (value: Value) => void;
};

/** A choice between a few options, all in view: radio buttons in one bar. */
export function Segmented<Value extends string>({
  label,
  name,
  options,
  defaultValue,
  onChoose,
}: SegmentedProps<Value>) {
  return (
    <fieldset className="flex flex-wrap rounded-md border border-line bg-sunken p-1">
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className="relative flex min-h-11 flex-1 dense:min-h-7.5 cursor-pointer items-center justify-center rounded-sm border border-transparent px-4 font-semibold text-ink-soft text-sm transition-colors hover:text-ink has-checked:border-line has-checked:bg-surface dark:has-checked:bg-accent-soft has-checked:text-accent has-focus-visible:outline-3 has-focus-visible:outline-accent"
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            defaultChecked={option.value === defaultValue}
            // A server component cannot pass a function.
            {...(onChoose && { onChange: () => onChoose(option.value) })}
            className="absolute inset-0 cursor-pointer appearance-none opacity-0"
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  );
}
