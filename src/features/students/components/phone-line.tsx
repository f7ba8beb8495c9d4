import { shownPhoneHere } from "@/components/ui/phone-text";
import { taughtScreens as copy } from "../messages-taught";
import type { TaughtStudent } from "../schema-taught";

export function PhoneLine({ guardian }: { guardian: NonNullable<TaughtStudent["guardians"]>[number] }) {
  const { name, relation, phone } = guardian;
  return (
    <span className="flex flex-wrap items-baseline gap-x-2 text-xs">
      <span className="wrap-anywhere">
        {name} <span className="text-ink-soft">({relation})</span>
      </span>
      {phone === null ? (
        <span className="text-ink-soft">{copy.noPhone}</span>
      ) : (
        <a href={`tel:${phone}`} className="figures whitespace-nowrap py-0.5 text-accent underline underline-offset-2">
          {shownPhoneHere(phone)}
        </a>
      )}
    </span>
  );
}
