import { useRef, useState } from "react";
import { toast } from "@/components/ui/toast";
import { saveBytes } from "@/lib/save-file";
import { messageOf } from "@/trpc/failure";

type File = { name: string; type: string; base64: string };

/** Fetches a file and downloads it, one at a time. */
export function useSavedFile(read: () => Promise<File>, words: { done: string; failed: string }) {
  const isUnderWay = useRef(false);
  const [isSaving, setIsSaving] = useState(false);

  async function save() {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setIsSaving(true);
    try {
      const { name, type, base64 } = await read();
      saveBytes(name, type, base64);
      toast.success(words.done);
    } catch (error) {
      toast.error(messageOf(error, words.failed));
    }
    isUnderWay.current = false;
    setIsSaving(false);
  }
  return { save: () => void save(), isSaving };
}
