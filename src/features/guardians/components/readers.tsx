"use client";

import { Building2, GraduationCap, Users } from "lucide-react";
import type { ReactNode } from "react";
import { Failed } from "@/components/ui/failed";
import { Skeleton } from "@/components/ui/skeleton";
import { shownDateHere } from "@/content/institute";
import { placeName } from "@/lib/place-name";
import { api } from "@/trpc/client";
import { isWorthRetrying, messageOf } from "@/trpc/failure";
import { readersScreen as copy } from "../messages-readers";
import type { ReadersView } from "../schema-readers";

/** Everybody who may read a student's results. @param childId the student; by default the caller */
export function Readers({ childId }: { childId: string | undefined }) {
  const readers = api.guardians.readers.useQuery(childId === undefined ? {} : { studentId: childId });
  const { data, error } = readers;
  // A visitor who lost access must not keep seeing the data loaded before.
  if (error && !isWorthRetrying(error)) return <p className="text-danger">{messageOf(error, copy.readersFailed)}</p>;
  if (data) return <List of={data} />;
  return error ? <Failed of={readers}>{copy.readersFailed}</Failed> : <Skeleton className="h-24" />;
}

function List({ of: { guardians, teachers, office } }: { of: ReadersView }) {
  return (
    <>
      <ul className="grid grid-cols-1 divide-y divide-line">
        {guardians.map(({ name, relation, since, isYou }) => (
          <Line
            key={`${name} ${since.toISOString()}`}
            icon={<Users aria-hidden />}
            name={isYou ? `${name} (${copy.you})` : name}
            why={copy.guardian(relation, shownDateHere(since))}
          />
        ))}
        {teachers.map(({ name, className, section, subject }) => {
          const place = placeName(className, section);
          const why = subject === null ? copy.classTeacher(place) : copy.teaches(subject, place);
          return <Line key={`${name} ${why}`} icon={<GraduationCap aria-hidden />} name={name} why={why} />;
        })}
        <Line icon={<Building2 aria-hidden />} name={copy.office(office)} why={copy.officeHint} />
      </ul>
      <p className="border-line border-t pt-3 text-ink-soft">
        {copy.nobodyElse} {guardians.length > 0 && copy.toEnd}
      </p>
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
