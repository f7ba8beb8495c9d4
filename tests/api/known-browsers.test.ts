import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { createCaller } from "@/features";
import { deviceMark } from "@/server/auth/device-cookie";
import { openSecret } from "@/server/auth/secret";
import { prepareJobs } from "@/server/jobs/jobs";
import { appErrorOf } from "@/server/trpc/trpc";
import { createStudent } from "../factories";
import { resetDatabase } from "../harness/database";

await openSecret();

beforeAll(prepareJobs);
beforeEach(async () => {
  vi.useRealTimers();
  await resetDatabase();
});

const email = "asha@example.org";
const from = (address: string, device: string) => createCaller({ principal: null, address, device }).auth;
const outcomeOf = (call: Promise<unknown>) =>
  call.then(
    () => "ok",
    (error: unknown) => appErrorOf(error).code,
  );

describe("a known browser", () => {
  it("shares six resets in half an hour with all others of the person, since a mark comes with each login", async () => {
    const { id } = await createStudent({ email });
    const ask = () => outcomeOf(from("10.0.0.1", deviceMark("user", id)).requestReset({ email }));
    for (let time = 0; time < 6; time += 1) expect(await ask()).toBe("ok");
    expect(await ask()).toBe("TOO_MANY_REQUESTS");
  });
});
