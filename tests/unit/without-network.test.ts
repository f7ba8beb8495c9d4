import { onlineManager, QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterEach, expect, it } from "vitest";
import { callOptions } from "@/trpc/call-options";
import { RefusedError } from "@/trpc/failure";

afterEach(() => onlineManager.setOnline(true));

it("a read without a network fails instead of waiting for one, and is tried again once the network is back", async () => {
  const client = new QueryClient({ defaultOptions: callOptions });
  client.mount();
  onlineManager.setOnline(false);
  let asked = 0;
  const read = () => {
    asked += 1;
    return onlineManager.isOnline() ? Promise.resolve("rows") : Promise.reject(new RefusedError("No network."));
  };
  const options = { queryKey: ["rows"], queryFn: read, retryDelay: 0 };
  const list = new QueryObserver(client, options);
  const stop = list.subscribe(() => {});
  await expect.poll(() => list.getCurrentResult().status).toBe("error");
  expect(asked).toBe(2);
  await expect(client.fetchQuery(options)).rejects.toThrow("No network.");

  onlineManager.setOnline(true);
  await expect.poll(() => list.getCurrentResult().data).toBe("rows");
  stop();
  client.unmount();
});
