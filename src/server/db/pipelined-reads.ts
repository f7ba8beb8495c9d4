import "server-only";
import { Socket } from "node:net";
import pg from "pg";

type Connection = { client: pg.Client; socket: Socket; pending: number };

/** SQLSTATEs for a prepared statement that is missing, exists already, or returns other columns since a migration. */
const outdatedStatement = /^(26000|42P05|0A000)$/;

/**
 * A pool for small reads outside of transactions, for which parsing, planning and round trips take longer than the read
 * itself. Each connection prepares a statement once, sends queries without waiting for earlier results, and writes all
 * queries of one turn of the event loop to its socket together.
 */
export class PipelinedReads {
  readonly #config: pg.ClientConfig;
  readonly #max: number;
  readonly #connections = new Set<Connection>();
  readonly #statementNames = new Map<string, string>();

  /** @param max number of connections; each query waits for the earlier ones on its connection */
  constructor(config: pg.ClientConfig, max: number) {
    this.#config = config;
    this.#max = max;
  }

  /** Runs a query; its text is kept for the lifetime of the pool. If its connection breaks, it fails and is not repeated. */
  async query<Row extends object>(text: string, values: unknown[]): Promise<Row[]> {
    const connection = this.#leastBusy();
    const { client, socket } = connection;
    if (socket.writableCorked === 0) {
      socket.cork();
      setImmediate(() => socket.uncork());
    }
    connection.pending += 1;
    try {
      return (await client.query<Row>({ name: this.#statementName(text), text, values })).rows;
    } catch (error) {
      // An error that PostgreSQL did not send comes from the connection: later queries must not use that connection.
      if (!(error instanceof pg.DatabaseError) || outdatedStatement.test(error.code ?? "")) this.#close(connection);
      throw error;
    } finally {
      connection.pending -= 1;
    }
  }

  /** Closes the connections after their pending queries. */
  async end(): Promise<void> {
    await Promise.all([...this.#connections].map(({ client }) => client.end()));
  }

  #leastBusy(): Connection {
    const [first] = [...this.#connections].sort((one, other) => one.pending - other.pending);
    return first && (first.pending === 0 || this.#connections.size >= this.#max) ? first : this.#open();
  }

  #open(): Connection {
    const socket = new Socket();
    const client = new pg.Client({ ...this.#config, pipeline: true, stream: () => socket });
    const connection = { client, socket, pending: 0 };
    client.on("error", () => this.#close(connection)).on("end", () => this.#close(connection));
    // The pending queries report that it failed.
    client.connect().catch(() => this.#close(connection));
    this.#connections.add(connection);
    return connection;
  }

  #close(connection: Connection): void {
    // A connection that is already broken can fail to end.
    if (this.#connections.delete(connection)) connection.client.end().catch(() => {});
  }

  #statementName(text: string): string {
    const name = this.#statementNames.get(text) ?? `read ${this.#statementNames.size + 1}`;
    this.#statementNames.set(text, name);
    return name;
  }
}
