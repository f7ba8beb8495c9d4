import { shownDateHere } from "@/content/institute";
import { adding } from "../messages-add";
import type { useWho } from "./use-who";

type Who = NonNullable<ReturnType<typeof useWho>>;
type Place = { className: string | null; section: string | null; rollNo: string | null };

type WhoLineProps = {
  who: Who | null | undefined;
  className: string;
  child: string | undefined;
  onChild: (id: string) => void;
};

/** The person of the address, before a result is submitted; for a guardian, the children to choose from. */
export function WhoLine({ who, className, child, onChild }: WhoLineProps) {
  return (
    <div className="-mt-3 grid gap-1.5">
      <output aria-label={adding.who} className="block min-h-6 text-sm">
        {who === undefined && <span className="text-ink-soft">{adding.whoHint}</span>}
        {who === null && <span className="text-ink-soft">{adding.nobody}</span>}
        {who && (
          <>
            <strong className="break-words">{who.name}</strong>
            {tailOf(who, className)}
          </>
        )}
      </output>
      {who?.kind === "guardian" && (
        <fieldset className="grid gap-1.5">
          <legend className="sr-only">{adding.whose}</legend>
          {who.children.map((one) => (
            <label key={one._id} className="flex min-h-11 items-center gap-2.5 text-sm">
              <input
                type="radio"
                name="child"
                checked={child === one._id}
                onChange={() => onChild(one._id)}
                className="size-4.5 accent-accent"
              />
              <span className="min-w-0 break-words">
                {one.name}, {placeOf(one)}
              </span>
            </label>
          ))}
        </fieldset>
      )}
    </div>
  );
}

/** A student's class and roll number in words. */
export const placeOf = ({ className, section, rollNo }: Place) =>
  className === null ? adding.notPlaced : adding.place(className, section, rollNo);

/** The address of a suggested student, with the guardian whose it is, or that there is none. */
export function addressOf({ email, guardian }: { email: string | null; guardian: string | null }): string {
  if (email === null) return adding.noAddress;
  return guardian === null ? email : adding.addressOf(guardian, email);
}

function tailOf(who: Who, className: string): string {
  if (who.kind === "guardian") return adding.isGuardian;
  if (who.kind === "student") return `, ${placeOf(who)}, ${adding.logins[who.login]}`;
  const day = shownDateHere(who.signedUpAt);
  return who.takesClass ? adding.joins(day, className) : adding.joinsWithoutClass(day);
}
