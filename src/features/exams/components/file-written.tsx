import { Alert } from "@/components/ui/alert";
import { Moment } from "@/components/ui/clock";
import { fileScreens as copy } from "../messages-file";
import type { FileView } from "../schema-files";

/** A note that the same file was written before; renders nothing otherwise. */
export function WrittenBefore({ view: { written } }: { view: FileView }) {
  if (!written) return null;
  return (
    <Alert tone="info">
      {copy.written(`${written.subject}, ${written.examName}`)} <Moment at={written.at} />
    </Alert>
  );
}
