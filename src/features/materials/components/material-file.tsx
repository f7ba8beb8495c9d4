import { Download } from "lucide-react";
import { shownSize } from "@/lib/file-kinds";
import { officeCopy as words } from "../messages-office";
import type { MaterialView } from "../schema";

/** The link that opens a material's file, with its kind and size. */
export function MaterialFile({ material }: { material: MaterialView }) {
  const { materialName, pdfFile, fileKind, fileSize } = material;
  return (
    <a
      href={pdfFile}
      target="_blank"
      rel="noopener"
      aria-label={`${words.open}: ${materialName}`}
      className="link inline-flex min-h-9 items-center gap-1.5"
    >
      <Download aria-hidden className="size-4" />
      {words.open} ({words.file(fileKind, shownSize(fileSize))})
    </a>
  );
}
