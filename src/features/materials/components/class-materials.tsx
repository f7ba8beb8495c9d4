import { ArrowRight, FileSearch, LibraryBig } from "lucide-react";
import { ButtonLink } from "@/components/ui/button-link";
import { EmptyState } from "@/components/ui/empty-state";
import { Link } from "@/components/ui/link";
import { PrintedPart } from "@/components/ui/printed-part";
import { copy } from "../messages";
import { mine } from "../messages-mine";
import { countOf } from "../rules";
import type { MaterialsPage } from "../schema";
import { MaterialRows } from "./material-rows";

export type ClassMaterialsGroup = { className: string; page: MaterialsPage };

const everyClass = "/study-materials";

const usual = { title: mine.placeholder, hint: mine.placeholderHint };

type ClassMaterialsProps = {
  groups: ClassMaterialsGroup[];
  today: string;
  /** The text for a person without a class. */
  none?: { title: string; hint: string } | undefined;
};

/** The materials of a student's classes (decision 26). */
export function ClassMaterials({ groups, today, none = usual }: ClassMaterialsProps) {
  const browse = (
    <ButtonLink href={everyClass} variant="secondary">
      {mine.ofAllClasses}
    </ButtonLink>
  );
  if (groups.length === 0) {
    return <EmptyState icon={<LibraryBig />} {...none} action={browse} />;
  }
  if (groups.every(({ page }) => page.total === 0)) {
    return <EmptyState icon={<FileSearch />} title={copy.empty} hint={copy.emptyOtherwise} action={browse} />;
  }
  return (
    <div className="grid grid-cols-1 gap-3">
      <div className="grid grid-cols-1 gap-12">
        {groups.map((group) => (
          <ClassGroup key={group.className} {...group} today={today} titled={groups.length > 1} />
        ))}
      </div>
      <Link href={everyClass} className="link flex min-h-11 w-fit items-center text-sm print:hidden">
        {mine.ofAllClasses}
      </Link>
    </div>
  );
}

type ClassGroupProps = ClassMaterialsGroup & { today: string; titled: boolean };

function ClassGroup({ className, page, today, titled }: ClassGroupProps) {
  if (page.total === 0) return null;
  return (
    <section className={`grid grid-cols-1 gap-5 ${titled ? "ruled pt-6" : ""}`}>
      {titled && <h2 className="text-2xl">Class {className}</h2>}
      <MaterialRows materials={page.items} today={today} heading={titled ? "h3" : "h2"} />
      {page.nextCursor && (
        <>
          <PrintedPart shown={page.items.length} total={countOf(page.total)} />
          <div className="justify-self-start print:hidden">
            <ButtonLink href={`${everyClass}?className=${className}`} variant="secondary">
              {mine.moreOfClass(countOf(page.total), className)}
              <ArrowRight aria-hidden className="size-4.5 rtl:rotate-180" />
            </ButtonLink>
          </div>
        </>
      )}
    </section>
  );
}
