import "server-only";
import { AppError } from "@/lib/errors";
import type { Principal } from "@/lib/principal";
import { record } from "@/server/audit";
import { transaction } from "@/server/db";
import { orderAgain } from "@/server/mail";
import { copy } from "./copy";

/** Has a mail sent again, whatever became of it before. @throws AppError NOT_FOUND */
export async function resendMail(id: string, by: Principal): Promise<void> {
  await transaction(async (tx) => {
    if (!(await orderAgain(tx, id))) throw new AppError("NOT_FOUND", copy.mailNotFound);
    await record(tx, { action: "mail-resent", by, subjectId: id });
  });
}
