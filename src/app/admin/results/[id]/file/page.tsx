import { TRPCError } from "@trpc/server";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { createCaller } from "@/features";
import { MarksFile } from "@/features/exams/components/marks-file";
import { fileScreens } from "@/features/exams/messages-file";
import { requireRole } from "@/http/page-session";

export const metadata: Metadata = { title: fileScreens.title };

type MarksFilePageProps = {
  params: Promise<{ id: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
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

/** The value, or undefined if it does not exist or may not be seen. */
async function orAbsent<Found>(found: Promise<Found>): Promise<Found | undefined> {
  return found.catch((error: unknown) => {
    if (error instanceof TRPCError && ["NOT_FOUND", "BAD_REQUEST", "FORBIDDEN"].includes(error.code)) return undefined;
    throw error;
  });
}
