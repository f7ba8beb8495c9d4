import { initialOf } from "../rules";

/** The child's initial in the arch of the logo; hidden from screen readers, because the name follows. */
export function ChildArch({ name }: { name: string }) {
  return (
    <span
      aria-hidden
      className="grid h-8.5 w-7 shrink-0 place-items-center rounded-t-full rounded-b-sm bg-accent-soft pt-1 font-semibold text-accent text-xs group-aria-[current]:bg-surface"
    >
      {initialOf(name)}
    </span>
  );
}
