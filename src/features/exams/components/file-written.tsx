import { Alert } from "@/components/ui/alert";
import { Moment } from "@/components/ui/clock";
import { fileScreens as copy } from "../messages-file";
import type { FileView } from "../schema-files";

/** That the very file was written before, and when; nothing where it was not. */
export function WrittenBefore({ view: { written } }: { view: FileView }) {
  if (!written) return null;
  return (
    <Alert tone="info">
      {copy.written(`${written.subject}, ${written.examName}`)} <Moment at={written.at} />
    </Alert>
  );
}
