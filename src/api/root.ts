import "server-only";
import { authRouter } from "@/features/auth/router";
import { materialsRouter } from "@/features/materials/router";
import { recordsRouter } from "@/features/records/router";
import { resultsRouter } from "@/features/results/router";
import { schedulesRouter } from "@/features/schedules/router";
import { servicesRouter } from "@/features/services/router";
import { createCallerFactory, router } from "@/server/trpc";

/** The six routers: all that the product can do. */
export const appRouter = router({
  materials: materialsRouter,
  results: resultsRouter,
  schedules: schedulesRouter,
  services: servicesRouter,
  auth: authRouter,
  records: recordsRouter,
});

export type AppRouter = typeof appRouter;

/** Calls a procedure from the server itself, as `{ principal }`. */
export const createCaller = createCallerFactory(appRouter);
