import { binariesFor } from "./binaries";
import { ensureCluster } from "./create";
import { connectionAt, ensureDatabase, type SocketConnection } from "./database";
import { findPlace, notePlace, openPlace, type Place } from "./place";
import { endServer, hasLostItsProgram, readPidFile } from "./running";
import { findServer, type Server, startServer } from "./server";
import { closeSocketFolder, socketFolderOf } from "./socket";
import { supervise } from "./supervise";

export type Cluster = {
  connection: SocketConnection;
  /** Where the database and its log are. */
  folder: string;
  version: string;
  /** True when the server ran already, left by a process that was killed. */
  adopted: boolean;
  /** Ends the server and waits until nothing of it is left. */
  stop(): Promise<void>;
};

type Options = {
  dataDir: string;
  /** Told, in plain words, what the person at the console should know. */
  say?: (line: string) => void;
  /** Gives up durability for speed: only for a cluster that is deleted afterwards. */
  throwAway?: boolean;
};

/**
 * The embedded PostgreSQL of a data folder: made at the first call, adopted when it already runs, started otherwise,
 * and started again whenever it dies before `stop()`. The caller holds the data folder (`holdDataDir`).
 * @throws StartError when it cannot be had; its message is for the person at the console.
 */
export async function startCluster({ dataDir, say = () => {}, throwAway = false }: Options): Promise<Cluster> {
  const place = await openPlace(dataDir, say);
  const found = await adoptable(place);
  const server = found ?? (await firstServer(place, { dataDir, say, throwAway }));
  const { socket, version } = server;
  const supervision = supervise(server, () => restartedServer(place, socket, throwAway), say);
  const stop = async () => {
    await supervision.end();
    await endServer(place.data);
    await closeSocketFolder(place, socket);
  };
  try {
    await notePlace(place, dataDir);
    await ensureDatabase(socket);
  } catch (error) {
    await stop();
    throw error;
  }
  let stopped: Promise<void> | undefined;
  return {
    connection: connectionAt(socket),
    folder: place.folder,
    version,
    adopted: found !== undefined,
    stop: () => {
      stopped ??= stop();
      return stopped;
    },
  };
}

/** The server that runs already, unless its programs were replaced or deleted under it: that one is ended first. */
async function adoptable(place: Place): Promise<Server | undefined> {
  const found = await findServer(place);
  const running = found && (await readPidFile(place.data));
  if (!running || !(await hasLostItsProgram(running.pid))) return found;
  await endServer(place.data);
  return undefined;
}

/**
 * The database of a data folder whose embedded server already runs; none when it does not. Starts nothing.
 * @throws StartError when it belongs to another account, or does not answer.
 */
export async function connectToCluster(dataDir: string): Promise<SocketConnection | undefined> {
  const place = await findPlace(dataDir);
  const server = place && (await findServer(place));
  return server && connectionAt(server.socket);
}

async function firstServer(place: Place, { say, throwAway }: Required<Options>): Promise<Server> {
  const binaries = await binariesFor(place.folder, place.account);
  await ensureCluster(place, { binaries, say, throwAway });
  return startServer(place, { binaries, socket: socketFolderOf(place), throwAway });
}

/** As before, on the same socket; a cluster whose files are gone is not replaced by an empty one. */
async function restartedServer(place: Place, socket: string, throwAway: boolean): Promise<Server> {
  const found = await findServer(place);
  if (found) return found;
  const binaries = await binariesFor(place.folder, place.account);
  return startServer(place, { binaries, socket, throwAway });
}
