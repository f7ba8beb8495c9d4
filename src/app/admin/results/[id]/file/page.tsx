import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { orAbsent } from "@/app/or-absent";
import type { SearchParams } from "@/app/search-params";
import { createCaller } from "@/features";
import { MarksFile } from "@/features/exams/components/marks-file";
import { fileScreens } from "@/features/exams/messages-file";
import { requireRole } from "@/http/page-session";

export const metadata: Metadata = { title: fileScreens.title };

type MarksFilePageProps = {
  params: Promise<{ id: string }>;
  searchParams: SearchParams;
};

export default async function MarksFilePage({ params, searchParams }: MarksFilePageProps) {
  const [{ id }, { file }] = await Promise.all([params, searchParams]);
  const principal = await requireRole("admin", `/admin/results/${id}/file`);
  const { exams } = createCaller({ principal });
  const sheet = await orAbsent(exams.get({ id }));
  if (!sheet) notFound();
  const [known, past] = await Promise.all([
    typeof file === "string" ? orAbsent(exams.file({ fileId: file })) : undefined,
    exams.files({ id }),
  ]);
  const shown = known?.exam._id === id ? known : undefined;
  return (
    <div className="page">
      <MarksFile key={shown?._id} exam={sheet.exam} known={shown} past={past} />
    </div>
  );
}
