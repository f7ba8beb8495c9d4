import { StartError } from "@/lib/start-error";
import { binariesFor } from "./binaries";
import { ensureCluster } from "./create";
import { connectionAt, ensureDatabase, type SocketConnection } from "./database";
import { findLocation, type Location, openLocation, recordLocation } from "./location";
import { hasDeletedExecutable, readPidFile, stopServer } from "./running";
import { DiskFull, findServer, type Server, startServer } from "./server";
import { closeSocketFolder, socketFolderOf } from "./socket";
import { supervise } from "./supervise";

export type Cluster = {
  connection: SocketConnection;
  folder: string;
  version: string;
  adopted: boolean;
  stop(): Promise<void>;
};

type Options = {
  dataDir: string;
  say?: (line: string) => void;
  throwAway?: boolean;
};

/**
 * Starts the embedded PostgreSQL of a data folder, or adopts a running server; creates the cluster on the first call.
 * Restarts the server if it dies before `stop()`. The caller must hold the data folder (`lockDataDir`). @throws
 * StartError with a message for the operator
 */
export async function startCluster({ dataDir, say = () => {}, throwAway = false }: Options): Promise<Cluster> {
  const place = await openLocation(dataDir, say);
  const found = await findAdoptable(place).catch(startAgain);
  const server = found ?? (await firstServer(place, { dataDir, say, throwAway }).catch(startAgain));
  const { socket, version } = server;
  const supervision = supervise(server, () => restartServer(place, socket, throwAway), say);
  const stop = async () => {
    await supervision.end();
    await stopServer(place.data);
    await closeSocketFolder(place, socket);
  };
  try {
    await recordLocation(place, dataDir);
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

/** A running server, unless its programs were replaced or deleted: then it is stopped first. */
async function findAdoptable(place: Location): Promise<Server | undefined> {
  const found = await findServer(place);
  const running = found && (await readPidFile(place.data));
  if (!running || !(await hasDeletedExecutable(running.pid))) return found;
  await stopServer(place.data);
  return undefined;
}

/** Connects to the running server of a data folder; undefined if none runs. */
export async function connectToCluster(dataDir: string): Promise<SocketConnection | undefined> {
  const place = await findLocation(dataDir);
  const server = place && (await findServer(place));
  return server && connectionAt(server.socket);
}

async function firstServer(place: Location, { say, throwAway }: Required<Options>): Promise<Server> {
  const binaries = await binariesFor(place.folder, place.account);
  await ensureCluster(place, { binaries, say, throwAway });
  return startServer(place, { binaries, socket: socketFolderOf(place), throwAway });
}

/** Nothing tries a first start again. */
function startAgain(error: unknown): never {
  if (!(error instanceof DiskFull)) throw error;
  throw new StartError(error.message.replace(/\.$/, " and start again."), { cause: error.cause });
}

/** Restarts on the same socket. Never replaces a cluster whose files are missing by an empty one. */
async function restartServer(place: Location, socket: string, throwAway: boolean): Promise<Server> {
  const found = await findServer(place);
  if (found) return found;
  const binaries = await binariesFor(place.folder, place.account);
  return startServer(place, { binaries, socket, throwAway });
}
