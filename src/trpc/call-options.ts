import type { DefaultOptions } from "@tanstack/react-query";
import { cameBack } from "@/lib/came-back";
import { isWorthRetrying } from "./failure";

/**
 * How calls behave. Offline, they fail instead of pausing silently; what is shown is refetched once the network is back. So is,
 * after Back, what the server once rendered.
 */
export const callOptions: DefaultOptions = {
  queries: {
    staleTime: 30_000,
    initialDataUpdatedAt: () => (cameBack() ? 0 : undefined),
    retry: (failures, error) => failures < 1 && isWorthRetrying(error),
    refetchOnWindowFocus: false,
    networkMode: "always",
    // That network mode turns it off.
    refetchOnReconnect: true,
  },
  mutations: { networkMode: "always" },
};
