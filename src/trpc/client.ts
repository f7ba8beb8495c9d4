"use client";

import { createTRPCReact } from "@trpc/react-query";
import type { AppRouter } from "@/features";

/** The procedures as hooks, with the types of the routers. */
export const api = createTRPCReact<AppRouter>();
