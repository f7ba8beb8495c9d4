import { officeLinks as copy } from "../messages-links";
import { wordsOfChild } from "../rules-people";
import { type FoundGuardianView, mostFound } from "../schema-people";

type KnownPeopleProps = { known: FoundGuardianView[]; onChoose: (person: FoundGuardianView) => void };

/** Possible matches to select from; renders nothing for none. */
export function KnownPeople({ known, onChoose }: KnownPeopleProps) {
  if (known.length === 0) return null;
  return (
    <ul aria-label={copy.known} className="grid grid-cols-1 rounded-md border border-line bg-surface">
      {known.map((one) => (
        <li key={one._id} className="border-line not-first:border-t">
          <button
            type="button"
            onClick={() => onChoose(one)}
            className="flex min-h-11 w-full items-center justify-between gap-3 rounded-md px-3 py-1.5 text-start hover:bg-sunken focus-visible:-outline-offset-3"
          >
            <KnownPerson of={one} />
            <span className="shrink-0 font-semibold text-accent text-sm">{copy.choose}</span>
          </button>
        </li>
      ))}
      {known.length >= mostFound && (
        <li className="border-line border-t px-3 py-2 text-ink-soft text-xs">{copy.firstOnes(mostFound)}</li>
      )}
    </ul>
  );
}

/** A person, with enough data to tell namesakes apart. */
export function KnownPerson({ of: { name, phone, email, children, isStaff } }: { of: FoundGuardianView }) {
  const contact = [phone, email].flatMap((fact) => fact ?? []);
  const facts = [...children.map(wordsOfChild), ...(isStaff ? [copy.staff] : [])];
  return (
    <span className="grid min-w-0 text-sm">
      <span className="wrap-anywhere font-semibold">{name}</span>
      {facts.length > 0 && <span className="wrap-anywhere text-xs">{facts.join(" · ")}</span>}
      {contact.length > 0 && <span className="figures wrap-anywhere text-ink-soft text-xs">{contact.join(" · ")}</span>}
    </span>
  );
}
