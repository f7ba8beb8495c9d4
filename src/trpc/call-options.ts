import type { DefaultOptions } from "@tanstack/react-query";
import { cameBack } from "@/lib/came-back";
import { isWorthRetrying } from "./failure";

/**
 * How calls behave. Without a network they fail instead of waiting for one without a word; what is shown is read again once
 * the network is back. So is what Back shows as the server once drew it.
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
