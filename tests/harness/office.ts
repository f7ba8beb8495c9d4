import { beforeEach } from "vitest";
import { createCaller } from "@/features";
import type { Principal } from "@/lib/principal";
import { createAdmin, principalFor, tokenFor } from "../factories";
import { resetDatabase } from "./database";

/** Empties the database before each test of a file. Returns a caller who is then its administrator. */
export function officeOfEachTest() {
  let principal: Principal | null = null;
  beforeEach(async () => {
    await resetDatabase();
    principal = await principalFor(await tokenFor(await createAdmin()));
  });
  return createCaller(() => ({ principal }));
}
