import "server-only";
import { AppError } from "@/lib/errors";
import type { Principal } from "@/lib/principal";
import { say } from "@/server/messages";

/** Refuses a session of staff without the second step that the institute requires. @throws AppError FORBIDDEN */
export function requireSecondStep({ lacksSecondStep }: Principal): void {
  if (lacksSecondStep) throw new AppError("FORBIDDEN", say("secondStepFirst"));
}
