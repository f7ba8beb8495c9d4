import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

type Deliveries = typeof import("@/server/mail/delivery");

const { href } = pathToFileURL(resolve("src/server/mail/delivery.ts"));
let count = 0;

/** The deliveries of another process on the same database: the module once more, whose state is that of a process. */
export function anotherProcess(): Promise<Deliveries> {
  count += 1;
  const address = `${href}?process=${count}`;
  return import(address);
}
