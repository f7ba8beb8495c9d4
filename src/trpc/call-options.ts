import type { DefaultOptions } from "@tanstack/react-query";
import { isBackNavigation } from "@/lib/back-navigation";
import { isWorthRetrying } from "./failure";

/**
 * How calls behave. Offline, they fail instead of pausing silently; what is shown is refetched once the network is back.
 * What the server rendered is refetched after Back, too.
 */
export const callOptions: DefaultOptions = {
  queries: {
    staleTime: 30_000,
    initialDataUpdatedAt: () => (isBackNavigation() ? 0 : undefined),
    retry: (failures, error) => failures < 1 && isWorthRetrying(error),
    refetchOnWindowFocus: false,
    networkMode: "always",
    // The network mode `always` turns this off by default.
    refetchOnReconnect: true,
  },
  mutations: { networkMode: "always" },
};
