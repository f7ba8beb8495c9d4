"use client";

import { useFacts } from "@/components/site/facts";
import { Logo } from "@/components/site/logo";
import { copy } from "../messages";
import { IssuedOn } from "./issued-on";

/** The letterhead of the report card; only in print. */
export function Letterhead({ studentName }: { studentName: string }) {
  const { street, city, postcode, phone, email, ...facts } = useFacts();
  return (
    <header className="hidden gap-4 print:grid">
      <div className="flex items-center justify-between gap-6 border-line border-b pb-4">
        <Logo of={facts} />
        <p className="text-end text-ink-soft text-xs">
          {street}, {city} {postcode}
          <br />
          {phone}, {email}
        </p>
      </div>
      <div>
        <div className="flex items-baseline justify-between gap-6">
          <p className="text-ink-soft">{copy.title}</p>
          <IssuedOn />
        </div>
        <p className="break-words font-semibold text-xl">{studentName}</p>
      </div>
    </header>
  );
}

/** The signature lines of the report card; only in print. */
export function Signatures() {
  return (
    <div className="hidden grid-cols-2 gap-16 pt-7 print:grid">
      {copy.signatures.map((who) => (
        <p key={who} className="border-line-strong border-t pt-1.5 text-ink-soft text-xs">
          {who}
        </p>
      ))}
    </div>
  );
}
