import { institute } from "@/content/institute";

/** The mark, an open book in a doorway under a lamp, and the name beside it. */
export function Logo() {
  return (
    <span className="inline-flex items-center gap-2.5">
      <svg viewBox="0 0 32 32" aria-hidden="true" className="size-9 shrink-0">
        <path className="fill-accent" d="M3 31V15C3 8 9 4.5 16 1c7 3.5 13 7 13 14v16z" />
        <circle className="fill-on-accent" cx="16" cy="11.5" r="2.6" />
        <path
          className="fill-on-accent"
          d="M15 26.2c-2.4-1.6-5-2.2-8-2.2v-7.6c3 0 5.8.7 8 2.4zM17 26.2c2.4-1.6 5-2.2 8-2.2v-7.6c-3 0-5.8.7-8 2.4z"
        />
      </svg>
      <span className="font-bold text-ink text-xl">{institute.name}</span>
    </span>
  );
}
