import { setTimeout as delay } from "node:timers/promises";
import type { Server } from "./server";

export type Supervision = {
  end(): Promise<void>;
};

/** Calls `restart` whenever the server dies, until one succeeds. */
export function supervise(first: Server, restart: () => Promise<Server>, say: (line: string) => void): Supervision {
  let watching = true;
  let recovery = Promise.resolve();

  function watch(server: Server): void {
    void server.ended().then(() => {
      if (watching) recovery = recover();
    });
  }

  async function recover(): Promise<void> {
    say("The database server died and is being restarted.");
    let told = "";
    for (let wait = 50; watching; wait = Math.min(wait * 2, 2_000)) {
      try {
        watch(await restart());
        say("The database server runs again.");
        return;
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        if (reason !== told) say(reason);
        told = reason;
        await delay(wait);
      }
    }
  }

  watch(first);
  return {
    end: () => {
      watching = false;
      return recovery;
    },
  };
}
