import type { Metadata } from "next";
import { createCaller } from "@/features";
import { ClassLetters } from "@/features/letters/components/class-letters";
import { StudentsList } from "@/features/students/components/students-list";
import { screens } from "@/features/students/messages-screens";
import { askedOf } from "@/features/students/rules";
import { prefetch, requireRole } from "@/http/page-session";

export const metadata: Metadata = { title: screens.title };

type Search = Record<string, string | string[] | undefined>;

export default async function StudentsPage({ searchParams }: { searchParams: Promise<Search> }) {
  const principal = await requireRole("admin", "/admin/students");
  const search = Object.entries(await searchParams).filter(
    (one): one is [string, string] => typeof one[1] === "string",
  );
  const input = askedOf(Object.fromEntries(search));
  const caller = createCaller({ principal });
  const found = await prefetch("admin/students", async () => {
    const [page, { years }] = await Promise.all([caller.students.list(input), caller.years.list()]);
    return { page, years };
  });
  return (
    <div className="page">
      <StudentsList
        letters={<ClassLetters />}
        asked={JSON.stringify(input)}
        found={found?.page}
        years={found?.years ?? []}
      />
    </div>
  );
}
