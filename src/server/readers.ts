import "server-only";
import { Socket } from "node:net";
import pg from "pg";

/** Connections on which reads follow one another without waiting for answers. */
export type Readers = {
  /**
   * Asks one statement, and answers its rows. It is no part of any transaction. Each text is read once for each connection:
   * that, and to plan it, takes the server longer than to answer it.
   */
  read<Row extends object>(text: string, values: unknown[]): Promise<Row[]>;
  /** How many are asked and not answered yet. */
  pending(): number;
  end(): Promise<void>;
};

/** SQLSTATEs: it knows no statement of that name, has one already, or one that answers other columns by now. */
const unprepared = new Set(["26000", "42P05", "0A000"]);

type Reader = { client: pg.Client; socket: Socket; pending: number };

/**
 * Opens them when they are needed, and anew when they break: what was asked of a broken one fails. All that is asked in the
 * same turn of the process leaves in one message, and the database reads it in one: at many small reads most of the time of
 * both goes into waking each other.
 * @param most how many; no more are of use than the machine has cores, and an answer waits for those before it
 */
export function openReaders(options: pg.ClientConfig, most: number): Readers {
  const readers = new Set<Reader>();
  const asked: (() => void)[] = [];
  // The texts are those of the sources, which are few.
  const names = new Map<string, string>();
  let isOver = false;

  function open(): Reader {
    const socket = new Socket();
    const client = new pg.Client({ ...options, pipeline: true, stream: () => socket });
    const reader = { client, socket, pending: 0 };
    reader.client.on("error", () => close(reader)).on("end", () => close(reader));
    // What waits for the connection hears of its failure.
    reader.client.connect().catch(() => close(reader));
    readers.add(reader);
    return reader;
  }

  function nameOf(text: string): string {
    const name = names.get(text) ?? `read ${names.size + 1}`;
    names.set(text, name);
    return name;
  }

  function idlest(): Reader {
    const [first] = [...readers].sort((one, other) => one.pending - other.pending);
    return first && (first.pending === 0 || readers.size >= most) ? first : open();
  }

  async function ask<Row extends object>(text: string, values: unknown[]): Promise<Row[]> {
    if (isOver) throw new Error("The database is not open.");
    const reader = idlest();
    reader.pending += 1;
    try {
      return (await reader.client.query<Row>({ name: nameOf(text), text, values })).rows;
    } catch (error) {
      // What the server itself did not say, the connection did; or the two do not agree any more on what is prepared.
      if (!(error instanceof pg.DatabaseError) || unprepared.has(error.code ?? "")) close(reader);
      throw error;
    } finally {
      reader.pending -= 1;
    }
  }

  function close(reader: Reader): void {
    if (readers.delete(reader)) void reader.client.end().catch(() => {});
  }

  function askAll(): void {
    const sockets = [...readers].map(({ socket }) => socket);
    for (const socket of sockets) socket.cork();
    for (const one of asked.splice(0)) one();
    for (const socket of sockets) socket.uncork();
  }

  return {
    read: (text, values) =>
      new Promise((resolve, reject) => {
        if (asked.length === 0) setImmediate(askAll);
        asked.push(() => ask<never>(text, values).then(resolve, reject));
      }),
    pending: () => [...readers].reduce((sum, { pending }) => sum + pending, 0),
    async end() {
      isOver = true;
      await Promise.all([...readers].map(({ client }) => client.end()));
    },
  };
}
