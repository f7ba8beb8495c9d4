import "server-only";
import { listDesk } from "@/features/admissions/data-desk";
import { searchExams } from "@/features/exams/data-waiting";
import { listMaterials } from "@/features/materials/data";
import { findSettings } from "@/features/settings/data";
import { searchStudents } from "@/features/students/data-list";
import { searchTaught } from "@/features/students/data-taught";
import { may } from "@/lib/may";
import type { Principal } from "@/lib/principal";
import { recordReading } from "@/server/audit/audit";
import { copy } from "./messages";
import { actions, wordsOf } from "./rules";
import { mostOfKind } from "./rules-find";
import type { Found } from "./schema";

/**
 * Everything that matches the words and that the caller may open. Kinds without matches are left out. Applications are audited
 * as read.
 */
export async function findAnything({ search }: { search: string }, principal: Principal, now: Date): Promise<Found> {
  const isOffice = may(principal, actions.office);
  const desk = { search, view: "all", sort: "date", direction: "desc", page: 1, limit: mostOfKind } as const;
  const [students, exams, materials, applications] = await Promise.all([
    isOffice ? searchStudents(search, mostOfKind, now) : searchTaught(search, mostOfKind, principal),
    searchExams(wordsOf(search), principal, mostOfKind),
    listMaterials({ q: search, includeExpired: true, limit: mostOfKind }, now),
    isOffice ? listDesk(desk, principal.userId, now) : { items: [] },
  ]);
  await recordReading("submissions-read", principal, applications.items.length);
  const found: Found = [
    {
      kind: "students",
      items: students.map(({ _id, name, className, section, rollNo, ...more }) => {
        const place = className === null ? copy.noClass : copy.place(className, section ?? "");
        const hint = [place, rollNo && copy.roll(rollNo), "admissionNo" in more && more.admissionNo]
          .filter(Boolean)
          .join(" · ");
        return { _id, label: name, hint, href: `/admin/students/${_id}` };
      }),
    },
    {
      kind: "exams",
      items: exams.map(({ _id, className, sections, subject, examName }) => ({
        _id,
        label: `${subject}, ${examName}`,
        hint: copy.place(className, sections.join(", ")),
        href: `/admin/results/${_id}`,
      })),
    },
    {
      kind: "materials",
      items: materials.items.map(({ _id, materialName, subject, className, pdfFile }) => ({
        _id,
        label: materialName,
        hint: `${subject} · ${copy.place(className, "")}`,
        href: pdfFile,
      })),
    },
    {
      kind: "applications",
      items: applications.items.map(({ _id, name, reference }) => ({
        _id,
        label: name,
        hint: reference,
        href: `/admin/get-info/${_id}`,
      })),
    },
    {
      kind: "settings",
      items: findSettings(wordsOf(search), principal)
        .slice(0, mostOfKind)
        .map(({ href, label }) => ({ _id: href, label, hint: "", href })),
    },
  ];
  return found.filter(({ items }) => items.length > 0);
}
