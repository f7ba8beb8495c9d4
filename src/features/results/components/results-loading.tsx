import { LoaderCircle } from "lucide-react";
import { Card } from "@/components/ui/card";
import { copy } from "../messages";

export function ResultsLoading() {
  return (
    <Card padding="roomy" className="grid min-h-96 place-content-center justify-items-center gap-4 text-center">
      <LoaderCircle aria-hidden className="size-9 animate-spin text-accent" />
      <p role="status" className="font-semibold text-lg">
        {copy.loading}
      </p>
    </Card>
  );
}
