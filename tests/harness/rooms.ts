import { readdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { everyoneGets, type Permission, type RestRow } from "./callers";

type Room = { procedures?: Record<string, Permission>; requests?: Record<string, RestRow> };

const folder = join(import.meta.dirname, "../rooms");
const rooms: Room[] = await Promise.all(
  readdirSync(folder)
    .sort()
    .map((file) => import(pathToFileURL(join(folder, file)).href)),
);

/** The permissions of all rooms by procedure. A special input has its own row: procedure, comma, input. */
export const permissions: Record<string, Permission> = Object.assign({}, ...rooms.map(({ procedures }) => procedures));

/** The expected status of a valid request, by method and path of the document and by caller. */
export const matrix: Record<string, RestRow> = {
  "GET /api/health": everyoneGets(200),
  "GET /api/ready": everyoneGets(200),
  "GET /api/openapi.json": everyoneGets(200),
  ...Object.assign({}, ...rooms.map(({ requests }) => requests)),
};

export const procedureOf = (row: string): string => row.split(",")[0] ?? row;

export function tableFaults(procedures: string[], rows: string[]): string[] {
  const named = new Set(rows.map(procedureOf));
  return [
    ...procedures.filter((procedure) => !named.has(procedure)).map((procedure) => `${procedure} has no row`),
    ...[...named].filter((name) => !procedures.includes(name)).map((name) => `${name} is no procedure`),
  ];
}
