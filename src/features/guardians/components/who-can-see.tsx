"use client";

import { Building2, ChevronDown, Eye, GraduationCap, Users } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Skeleton } from "@/components/ui/skeleton";
import { institute } from "@/content/institute";
import { dateIn, shownDate } from "@/lib/dates";
import { api } from "@/trpc/client";
import { messageOf } from "@/trpc/failure";
import { familyLinks as copy } from "../messages-links";
import type { ReadersView } from "../schema-readers";

/** Everybody who reads the results of a student, once somebody asks. @param child whose they are, unless one's own */
export function WhoCanSee({ child }: { child?: { _id: string; name: string } }) {
  const [isOpen, setIsOpen] = useState(false);
  const { data, error } = api.guardians.readers.useQuery(child ? { studentId: child._id } : {}, {
    enabled: isOpen,
    meta: { expected: ["NOT_FOUND", "FORBIDDEN"] },
  });
  return (
    <details
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
      className="group rounded-lg border border-line bg-surface print:hidden"
    >
      <summary className="flex min-h-14 cursor-pointer list-none items-center gap-3 rounded-lg px-5 py-3 font-semibold [&::-webkit-details-marker]:hidden">
        <Eye aria-hidden className="size-5 shrink-0 text-ink-soft" />
        <span className="wrap-anywhere min-w-0 grow">
          {child ? copy.readersOfChild(child.name) : copy.readersTitle}
        </span>
        <ChevronDown aria-hidden className="size-5 shrink-0 text-ink-soft group-open:rotate-180" />
      </summary>
      <div className="px-5 pb-4">
        {error && <p className="text-danger">{messageOf(error, copy.readersFailed)}</p>}
        {!data && !error && <Skeleton className="h-24" />}
        {data && <Readers of={data} />}
      </div>
    </details>
  );
}

const dayOf = (at: Date) => shownDate(dateIn(institute.timeZone, at));

function Readers({ of: { guardians, teachers, office } }: { of: ReadersView }) {
  return (
    <>
      <ul className="grid grid-cols-1 divide-y divide-line">
        {guardians.map(({ name, relation, since, isYou }) => (
          <Line
            key={`${name} ${since.toISOString()}`}
            icon={<Users aria-hidden />}
            name={isYou ? `${name} (${copy.you})` : name}
            why={copy.guardian(relation, dayOf(since))}
          />
        ))}
        {teachers.map(({ name, className, section, subject }) => {
          const place = [className, section].filter(Boolean).join(" ");
          const why = subject === null ? copy.classTeacher(place) : copy.teaches(subject, place);
          return <Line key={`${name} ${why}`} icon={<GraduationCap aria-hidden />} name={name} why={why} />;
        })}
        <Line icon={<Building2 aria-hidden />} name={copy.office(office)} why={copy.officeHint} />
      </ul>
      <p className="border-line border-t pt-3 text-ink-soft">{copy.nobodyElse}</p>
    </>
  );
}

function Line({ icon, name, why }: { icon: ReactNode; name: string; why: string }) {
  return (
    <li className="flex items-start gap-3 py-3 [&_svg]:mt-0.5 [&_svg]:size-5 [&_svg]:shrink-0 [&_svg]:text-ink-soft">
      {icon}
      <span className="grid min-w-0 grid-cols-1">
        <span className="wrap-anywhere font-semibold">{name}</span>
        <span className="wrap-anywhere text-ink-soft text-sm">{why}</span>
      </span>
    </li>
  );
}
